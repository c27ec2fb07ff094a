import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { markerIn, withMarker, withoutMarker } from './marker.ts';

test('a marker is found again, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), (marker) => {
      fc.pre(encodeURIComponentFits(marker));
      const text = withMarker(marker, 'Done in abc.\n');
      expect(markerIn(text)).toBe(marker);
      expect(text.match(/-->/g)).toHaveLength(1);
      expect(withoutMarker(text)).toBe('Done in abc.');
    }),
  );
});

test('a text without one has none', () => {
  expect(markerIn('<!-- slipway: -->')).toBeUndefined();
  expect(markerIn('nothing')).toBeUndefined();
});

function encodeURIComponentFits(marker: string): boolean {
  return marker.isWellFormed() && encodeURIComponent(marker).length <= 200;
}
