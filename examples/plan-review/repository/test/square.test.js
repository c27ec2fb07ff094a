import assert from 'node:assert/strict';
import test from 'node:test';
import { area } from '../src/square.js';

test('the area of a square', () => {
  assert.equal(area(3), 9);
});
