import assert from 'node:assert/strict';
import test from 'node:test';
import { parseDuration } from '../src/duration.js';

test('each unit is read', () => {
  assert.equal(parseDuration('90s'), 90_000);
  assert.equal(parseDuration('5m'), 300_000);
  assert.equal(parseDuration('2h'), 7_200_000);
});

test('what is no duration is refused', () => {
  assert.throws(() => parseDuration('soon'), RangeError);
  assert.throws(() => parseDuration(''), RangeError);
});
