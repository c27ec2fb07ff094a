// Numbers that a check has to reach, or may not pass: which of them ask for less than before.

import { linesOnlyIn } from './change.ts';

/** more: a higher number asks for more. fewer: a higher number allows more. */
type Direction = 'more' | 'fewer';

const keys: readonly (readonly [RegExp, Direction])[] = [
  [
    /["']?\b(branches|functions|lines|statements|perFile|global|each)["']?\s*[:=]\s*["']?(-?\d+(?:\.\d+)?)/g,
    'more',
  ],
  [
    /\b(fail[_-]under|cov-fail-under|minimum(?:_coverage)?|min[_-]?coverage|coverage[_-]?(?:min|threshold)\w*|thresholds?|target|break|fail-under-lines|check-coverage|mutation[_-]?score)["']?\s*[:=\s]\s*["']?(-?\d+(?:\.\d+)?)/gi,
    'more',
  ],
  [/<(minimum)>\s*(-?\d+(?:\.\d+)?)/g, 'more'],
  [
    /(max-warnings|max[_-]?complexity|complexity|max-lines(?:-per-function)?|max-depth|max-params|max-statements|max[_-]line[_-]length|max-args|cognitive-complexity\w*|maxWarnings|threshold-complexity)["']?\s*[:=\s,]\s*\[?\s*(?:["'](?:error|warn|off)["']\s*,\s*)?(?:\{[^}\d]*)?["']?(-?\d+(?:\.\d+)?)/g,
    'fewer',
  ],
];

/** Sentences, one for each number. */
export function loweredIn(before: string, after: string): readonly string[] {
  return keys.flatMap(([pattern, direction]) => {
    const was = numbersIn(before, pattern);
    const is = numbersIn(after, pattern);
    return [...was].flatMap(([key, old]) => {
      const now = is.get(key) ?? [];
      return old.flatMap((number, at) => {
        const other = now[at];
        if (other === undefined) {
          return now.length < old.length && at >= now.length
            ? [`The limit '${key}' of ${number} is gone.`]
            : [];
        }
        const isWeaker = direction === 'more' ? other < number : other > number || (other < 0 && number >= 0);
        return isWeaker ? [`The limit '${key}' is ${other}; before it was ${number}.`] : [];
      });
    });
  });
}

function numbersIn(text: string, pattern: RegExp): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const one of text.matchAll(pattern)) {
    const key = one[1] ?? '';
    found.set(key, [...(found.get(key) ?? []), Number(one[2])]);
  }
  return found;
}

/** Whether two texts differ in nothing but such numbers. */
export function onlyThresholds(before: string, after: string): boolean {
  const differing = [...linesOnlyIn(before, after), ...linesOnlyIn(after, before)];
  return differing.length > 0 && differing.every(isLimit) && bare(before) === bare(after);
}

function isLimit(line: string): boolean {
  return keys.some(([pattern]) => line.search(pattern) >= 0);
}

function bare(text: string): string {
  return text.replaceAll(/\d+(?:\.\d+)?/g, '0');
}
