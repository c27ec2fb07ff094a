import assert from 'node:assert/strict';
import test from 'node:test';
import { area } from '../src/ellipse.js';

test('the area of a ellipse', () => {
  assert.equal(area(1, 2), 2 * Math.PI);
});
