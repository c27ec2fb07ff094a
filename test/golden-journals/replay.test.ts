// What was recorded by an earlier version means what it meant. These journals are never changed: an event whose shape changes
// comes with a reader for the old one.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fold } from '../../src/core/evolve/evolve.ts';
import { must } from '../../src/core/run.ts';
import { canonicalJson, genesis, linkHash } from '../../src/journal/chain.ts';
import type { AnyEvent } from '../../src/journal/journal.ts';
import { decodeRunEvent } from '../../src/views/events/decode.ts';
import { viewOf } from '../../src/views/run/summarise.ts';

interface Line {
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
  readonly event: AnyEvent;
}

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'));

function recordedIn(name: string): {
  readonly lines: readonly Line[];
  readonly summary: Readonly<Record<string, unknown>>;
} {
  const texts = readFileSync(path.join(import.meta.dirname, name), 'utf8')
    .trim()
    .split('\n');
  const { summary }: { readonly summary: Readonly<Record<string, unknown>> } = JSON.parse(texts.at(-1) ?? '');
  return { summary, lines: texts.slice(0, -1).map((text): Line => JSON.parse(text)) };
}

test('there are journals of this version', () => {
  expect(names).toContain('demo-1.jsonl');
  expect(names).toContain('rounds-1.jsonl');
});

describe.each(names)('%s', (name) => {
  const { lines, summary } = recordedIn(name);

  test('its chain holds', () => {
    let previous = genesis;
    for (const { seq, at, hash, event } of lines) {
      const stream = `run/${String(summary['run'])}`;
      expect([seq, linkHash({ previous, stream, seq, at, body: canonicalJson(event) })]).toEqual([seq, hash]);
      previous = hash;
    }
  });

  test('its events fold to the run that they were recorded of', () => {
    const run = must(
      fold(lines.map(({ event, at }) => ({ event: decodeRunEvent(event), at }))),
      'a journal has a run',
    );
    expect(viewOf(run, lines.at(-1)?.at ?? 0).summary).toMatchObject(summary);
    expect([run.ended, run.landed !== undefined, run.inFlight]).toEqual(['completed', true, []]);
  });
});
