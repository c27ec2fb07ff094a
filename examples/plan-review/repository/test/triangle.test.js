import assert from 'node:assert/strict';
import test from 'node:test';
import { area } from '../src/triangle.js';

test('the area of a triangle', () => {
  assert.equal(area(3, 4, 5), 6);
});
