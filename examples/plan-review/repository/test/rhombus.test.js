import assert from 'node:assert/strict';
import test from 'node:test';
import { area } from '../src/rhombus.js';

test('the area of a rhombus', () => {
  assert.equal(area(2, 1), 2);
});
