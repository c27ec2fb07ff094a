import assert from 'node:assert/strict';
import test from 'node:test';
import { area } from '../src/hexagon.js';

test('the area of a hexagon', () => {
  assert.equal(Math.round(area(1) * 10), 26);
});
