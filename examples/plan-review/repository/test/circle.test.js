import assert from 'node:assert/strict';
import test from 'node:test';
import { area } from '../src/circle.js';

test('the area of a circle', () => {
  assert.equal(area(1), Math.PI);
});
