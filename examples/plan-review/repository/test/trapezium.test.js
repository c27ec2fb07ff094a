import assert from 'node:assert/strict';
import test from 'node:test';
import { area } from '../src/trapezium.js';

test('the area of a trapezium', () => {
  assert.equal(area(2, 4, 3), 9);
});
