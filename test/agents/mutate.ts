// Recordings as no program would print them: lines lost, doubled, cut and out of order, fields of the wrong type or
// gone, numbers and texts at their worst. Everything is drawn from one seed.

import type { Random } from '../simulation/random.ts';

const changesMax = 4;

/** Lines that belong to no story: noise, and what looks like the end of one but is not. */
const strangeLines = [
  [
    '',
    ' ',
    '{',
    '}',
    '[]',
    'null',
    'true',
    '"result"',
    'NaN',
    '\u0000\u0001',
    '\uFEFF{}',
    '{}{}',
    '{"type":',
    '💥',
  ],
  ['{"type":"result"}', '{"type":"result","is_error":false}', '{"type":"result","subtype":"success"}'],
  [
    '{"type":"assistant"}',
    '{"type":"system","subtype":"init"}',
    '{"type":"error"}',
    '{"type":"turn.failed"}',
  ],
  ['{"type":"item.completed"}', '{"type":"step_finish"}', '{"type":"step_start"}', '{"type":"text"}'],
  ['{"__proto__":{"type":"result"}}', '{"constructor":1,"type":"toString"}', '{"type":{"type":"result"}}'],
  [`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
].flat();

/** Values no field was meant to have, as JSON. Not all of them are JSON. */
const strangeValues = [
  ['null', 'true', 'false', '0', '-1', '1e308', '-1e308', '1e999', '-0', '0.1', '9007199254740993', 'NaN'],
  [
    '""',
    '" "',
    '"-rf"',
    '"--resume"',
    '"\\ud800"',
    '"\\u0000"',
    '"💥\\u202e"',
    '"NaN"',
    '"error"',
    '"success"',
  ],
  ['[]', '{}', '[null]', '[[[]]]', '{"type":"text"}', '["a",1,null]'],
  [JSON.stringify('x'.repeat(3_000)), `${'['.repeat(3_000)}${']'.repeat(3_000)}`],
].flat();

/** One to four changes of a stream of lines, `others` being lines of other streams that may get into it. */
export function mutated(
  lines: readonly string[],
  others: readonly string[],
  random: Random,
): readonly string[] {
  let changed = lines;
  for (let n = random.between(1, changesMax); n > 0; n -= 1) changed = changeOnce(changed, others, random);
  return changed;
}

type Change = (lines: readonly string[], at: number, random: Random) => readonly string[];

const changes: readonly [Change, ...Change[]] = [
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
  (lines, at, random) => lines.with(at, cut(lines[at] ?? '', random)),
  (lines, at) => lines.slice(0, at),
  (lines, at) => lines.slice(at),
  (lines, at, random) => moved(lines, at, random),
  (lines, at) => lines.toSpliced(at, 2, lines.slice(at, at + 2).join('')),
  (lines, at, random) => lines.toSpliced(at, 0, random.maybe(strangeLines) ?? ''),
  (lines, at, random) => lines.with(at, random.maybe(strangeLines) ?? ''),
  // Most of what can go wrong is inside a line.
  ...Array.from(
    { length: 9 },
    (): Change => (lines, at, random) => lines.with(at, withinLine(lines[at] ?? '', random)),
  ),
];

function changeOnce(lines: readonly string[], others: readonly string[], random: Random): readonly string[] {
  if (lines.length === 0) return [random.maybe(strangeLines) ?? ''];
  // The end of a story decides what is made of it, so changes gather there.
  const at = random.chance(0.4) ? lines.length - 1 : random.below(lines.length);
  if (random.chance(0.05)) return lines.toSpliced(at, 0, random.maybe(others) ?? '');
  return random.pick(changes)(lines, at, random);
}

function cut(line: string, random: Random): string {
  return line.slice(0, random.below(line.length + 1));
}

function moved(lines: readonly string[], at: number, random: Random): readonly string[] {
  const rest = lines.toSpliced(at, 1);
  return rest.toSpliced(random.below(rest.length + 1), 0, lines[at] ?? '');
}

/** Swaps a value for another one, a key for another one, or a piece of text for none. */
function withinLine(line: string, random: Random): string {
  const places = [...line.matchAll(/"(\w+)":/g)];
  const place = random.maybe(places);
  if (place === undefined) return cut(line, random);
  const start = place.index;
  const after = start + place[0].length;
  switch (random.below(4)) {
    case 0:
      return `${line.slice(0, start)}"${place[1] ?? ''}x":${line.slice(after)}`;
    case 1:
      return `${line.slice(0, start)}${line.slice(after)}`;
    default:
      return `${line.slice(0, after)}${random.maybe(strangeValues) ?? ''}${line.slice(valueEnd(line, after))}`;
  }
}

/** Where the value that begins at `from` ends: over its brackets and its quotes. */
function valueEnd(line: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if ('[{'.includes(char)) depth += 1;
    else if (']}'.includes(char)) depth -= 1;
    if (!quoted && (depth < 0 || (depth === 0 && char === ','))) return at;
  }
  return line.length;
}
