import assert from 'node:assert/strict';
import test from 'node:test';
import { area } from '../src/rectangle.js';

test('the area of a rectangle', () => {
  assert.equal(area(2, 3), 6);
});
