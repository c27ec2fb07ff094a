// The screener: the only place that makes `Screened` text.
//
// Invariants
//   SCREENING-SCREEN-1. It fails closed: too large, unusable rules, or any error of ours, and the text is not taken.
//   SCREENING-SCREEN-2. It never throws.
//   SCREENING-SCREEN-3. What it tells about a finding is the rule, never the value.

import { knownForms } from './known.ts';
import { presetDetectors } from './preset.ts';
import type { Rule } from './rule-parts.ts';
import { defaultRules } from './rules.ts';
import { compileScanner, marker } from './scan.ts';
import type { Detector, Scanner } from './scan.ts';
import type { Screened, ScreenedStream, Screener, Screening } from './screened.ts';
import { createTextStream } from './stream.ts';

export interface ScreenerOptions {
  /** In place of the rules that come with Slipway. */
  readonly rules?: readonly Rule[];
  /** In place of the rules of secretlint's preset. */
  readonly detectors?: () => readonly Detector[];
  /** Secrets whose values we know. They are replaced wherever they turn up, also encoded. */
  readonly known?: readonly string[];
  /** The largest whole text that is taken, in bytes of UTF-8. Diffs and logs need more than the default of 1 MiB. */
  readonly sizeMax?: number;
}

/** What a text that is too large is blocked by. */
export const tooLarge = 'too-large';

export const usualBytesMax = 1024 * 1024;

export function createScreener(options: ScreenerOptions = {}): Screener {
  const sizeBytesMax = options.sizeMax ?? usualBytesMax;
  const scanner = whenNeeded(() => scannerOf(options));
  const stream = (): ScreenedStream => {
    const usable = scanner();
    return usable === undefined ? closedStream('broken-rules') : screenStream(usable);
  };
  return {
    screen: (text) => {
      const usable = scanner();
      if (usable === undefined) return { verdict: 'BLOCKED', rules: ['broken-rules'] };
      if (isLarger(text, sizeBytesMax)) return { verdict: 'BLOCKED', rules: [tooLarge] };
      return screenWhole(usable, text);
    },
    redact: (text) => {
      const whole = stream();
      return screened(whole.push(text).text + whole.end().text);
    },
    stream,
  };
}

/** Rules are compiled by the first text: a command that screens none does not wait for them. */
function whenNeeded<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function scannerOf({ rules, detectors, known }: ScreenerOptions): Scanner | undefined {
  try {
    return compileScanner(rules ?? defaultRules, (detectors ?? presetDetectors)(), knownForms(known ?? []));
  } catch {
    return undefined;
  }
}

function isLarger(text: string, bytesMax: number): boolean {
  return text.length > bytesMax || Buffer.byteLength(text, 'utf8') > bytesMax;
}

function screenWhole(scanner: Scanner, text: string): Screening {
  try {
    const stream = createTextStream(scanner);
    const output = stream.push(text) + stream.end();
    const blocking = stream.blocking();
    if (blocking.length > 0) return { verdict: 'BLOCKED', rules: blocking };
    const rules = stream.rules();
    return { verdict: rules.length === 0 ? 'CLEAN' : 'REDACTED', text: screened(output), rules };
  } catch {
    return { verdict: 'BLOCKED', rules: ['screening-failed'] };
  }
}

/** SCREENING-SCREEN-1 for a stream: from an error on, nothing more is given out. */
function screenStream(scanner: Scanner): ScreenedStream {
  const stream = createTextStream(scanner);
  let closed: ScreenedStream | undefined;
  const guard = (step: () => string): Screened => {
    try {
      return screened(step());
    } catch {
      closed = closedStream('screening-failed');
      return closed.push('');
    }
  };
  return {
    push: (piece) => closed?.push(piece) ?? guard(() => stream.push(piece)),
    end: () => closed?.end() ?? guard(() => stream.end()),
    rules: () => [...stream.rules(), ...(closed?.rules() ?? [])],
  };
}

/** Says once that everything is withheld, and gives out nothing else. */
function closedStream(rule: string): ScreenedStream {
  let said = false;
  const say = (): Screened => {
    const text = said ? '' : marker(rule);
    said = true;
    return screened(text);
  };
  return { push: say, end: say, rules: () => [rule] };
}

function screened(text: string): Screened {
  const value = { text };
  if (!isScreened(value)) throw new Error('invariant: screened text is text');
  return value;
}

/** The one place that vouches for a text; see the brand in `screened.ts`. */
function isScreened(value: { readonly text: string }): value is Screened {
  return typeof value.text === 'string';
}
