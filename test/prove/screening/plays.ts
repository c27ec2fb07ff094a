// The plays: what is done through the command line so that every kind of secret passes every surface. Each answers what
// was caught, what was missed and where a value was found afterwards.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { done, judged, planned } from '../../support/scripts.ts';
import type { SecretKind } from '../../support/secrets.ts';
import type { Numbered, Planted, Surface } from './planted.ts';
import { lineOf, linesOf, planted } from './planted.ts';
import type { Place } from './search.ts';
import { isReplaced, leaksIn } from './search.ts';
import type { Speech, World } from './world.ts';
import { makeWorld } from './world.ts';

export interface Result {
  readonly caught: number;
  readonly missed: readonly string[];
  readonly leaks: readonly string[];
}

export interface Play {
  readonly name: string;
  readonly perform: (main: string) => Promise<Result>;
}

/** Few enough for a plan that nobody audits; tasks of the same file come one after the other. */
const filesPerRun = 5;
const titlesPerRun = 10;
/** What a title may have before it is screened, and what is kept of it afterwards. */
const titleCharsMax = 390;
const keptCharsMax = 98;

const waits = 7;
const refused = 6;

/** Kinds that are replaced: through a whole run, from the ticket to the landed commit. */
export function wholeRun(kinds: readonly Numbered[], seed: string): Play {
  return {
    name: `a run with ${kinds.length} kinds from ${kinds[0]?.kind.name ?? ''}`,
    perform: (main) => inRun(main, kinds, seed),
  };
}

async function inRun(main: string, kinds: readonly Numbered[], seed: string): Promise<Result> {
  const of = (surface: Exclude<Surface, 'pull request'>): readonly Planted[] => planted(surface, kinds, seed);
  const [ticket, comment, plan, titles, transcript] = [
    of('ticket'),
    of('comment').filter(({ kind }) => kind.action === 'redact'),
    of('plan'),
    of('commit message'),
    of('transcript'),
  ];
  const tasks = titlesOf(titles).map((title, index) => ({
    id: `t${index}`,
    title,
    files: [`w/${index % filesPerRun}.txt`],
    dependsOn: index < filesPerRun ? [] : [`t${index - filesPerRun}`],
  }));
  const texts = Object.fromEntries(tasks.map(({ files: [file = ''] }) => [file, 'one\n']));
  const speech: Speech = {
    transcript: linesOf(transcript),
    work: `echo "$SLIPWAY_TASK" >> "w/$((\${SLIPWAY_TASK#t} % ${filesPerRun})).txt"\n`,
    answers: {
      planner: answer(planned(tasks, { summary: linesOf(plan) })),
      implementer: { ...answer(done), summary: linesOf(transcript) },
      reviewer: answer(judged('pass', { summary: linesOf(transcript) })),
    },
  };
  const taken = ticket.filter(({ kind }) => kind.action === 'redact');
  const world = await makeWorld(main, texts, speech);
  try {
    const wrong = await throughItsLife(world, { ticket: linesOf(taken), comment: linesOf(comment) });
    const places = await world.places();
    const blobs = places.filter(({ name }) => name.includes('/blobs/'));
    const messages = places.filter(({ kind }) => kind === 'git');
    const records = places.filter(({ name, kind }) => kind === 'file' && name.includes('/pulls/'));
    return resultOf(
      places,
      [
        ['ticket', blobs, taken],
        ['pull request', records, taken],
        ['comment', blobs, comment],
        ['plan', blobs, plan],
        ['commit message', messages, titles],
        ['transcript', blobs, transcript],
      ],
      wrong,
    );
  } finally {
    await world.remove();
  }
}

/** To the plan gate, past it with words, to the merge gate, landed, and looked at from all sides. */
async function throughItsLife(
  world: World,
  { ticket, comment }: { readonly ticket: string; readonly comment: string },
): Promise<readonly string[]> {
  const file = path.join(world.repository.root, 'ticket.json');
  const body = `Change the texts, as these say.\n\n${ticket}`;
  writeFileSync(
    file,
    JSON.stringify({ id: 'T-1', title: 'Change the texts', body, criteria: ['They changed.'] }),
  );
  const steps: readonly (readonly [exit: number, args: readonly string[]])[] = [
    [waits, ['run', '--file', file, '--trust', '--level', 'open']],
    ...(comment === '' ? [] : [[0, ['tell', comment]] as const]),
    [waits, ['approve', ...(comment === '' ? [] : ['--comment', comment])]],
    [0, ['land']],
    ...['show', 'logs', 'explain', 'status', 'diff'].map((name) => [0, [name]] as const),
    ...['show', 'list', 'status'].map(
      (name) => [0, [name, '--json', ...(name === 'list' ? ['--all'] : [])]] as const,
    ),
  ];
  for (const [exit, args] of steps) {
    const isDecision = args[0] === 'approve' || args[0] === 'land';
    const called = await (isDecision ? world.decide : world.call)(...args);
    if (called.exit !== exit)
      return [`slipway ${args[0] ?? ''} ended with ${called.exit}: ${called.said.slice(-600)}`];
  }
  return [];
}

/** A kind that blocks: the ticket is not taken at all, neither are a person's words, and nothing of either is kept. */
export function refusal(kind: Numbered, seed: string): Play {
  return {
    name: `a ticket and words with ${kind.kind.name}`,
    perform: async (main) => {
      const [ticket, comment] = [...planted('ticket', [kind], seed), ...planted('comment', [kind], seed)];
      if (ticket === undefined || comment === undefined)
        throw new Error('invariant: one of each was planted');
      const speech: Speech = {
        transcript: '',
        work: '',
        answers: { planner: answer(planned([{ id: 'one', files: ['a.txt'] }])) },
      };
      const world = await makeWorld(main, { 'a.txt': 'one\n' }, speech);
      try {
        const first = await world.call(
          'run',
          `Change it.\n\n${lineOf(ticket)}`,
          '--trust',
          '--level',
          'open',
        );
        const start = await world.call('run', 'Change the text.', '--trust', '--level', 'open');
        const second = await world.call('tell', lineOf(comment));
        const places = await world.places();
        const isRefused = ({
          exit,
          said,
        }: {
          readonly exit: number | null;
          readonly said: string;
        }): boolean => exit === refused && kind.kind.rules.some((rule) => said.includes(rule));
        const missed = [
          ...(isRefused(first) ? [] : [`ticket: ${kind.kind.name} was taken: ${first.said.slice(-300)}`]),
          ...(start.exit === waits ? [] : [`the run did not start: ${start.said.slice(-300)}`]),
          ...(isRefused(second) ? [] : [`comment: ${kind.kind.name} was taken: ${second.said.slice(-300)}`]),
        ];
        return { caught: 2 - Math.min(2, missed.length), missed, leaks: leaksIn(places, [ticket, comment]) };
      } finally {
        await world.remove();
      }
    },
  };
}

/** Every kind in a file of its own: the change is refused, by file and rule. */
export function change(kinds: readonly Numbered[], seed: string): Play {
  return {
    name: `a change with ${kinds.length} kinds`,
    perform: async (main) => {
      const all = planted('diff', kinds, seed);
      const task = { id: 'one', files: ['leak/'] };
      const speech: Speech = {
        transcript: '',
        work: '',
        answers: {
          planner: answer(planned([task])),
          implementer: answer(done),
          reviewer: answer(judged('pass')),
        },
      };
      const world = await makeWorld(main, { 'leak/none.txt': 'none\n' }, speech);
      try {
        const files = path.join(world.speech, 'files');
        mkdirSync(files);
        for (const one of all) writeFileSync(path.join(files, `${one.label}.txt`), `${one.secret.text}\n`);
        writeFileSync(path.join(world.speech, 'work.sh'), `cp '${files}'/* leak/\n`);
        await world.call('run', 'Change the texts.', '--trust', '--level', 'open');
        const { exit } = await world.decide('approve');
        const places = await world.places();
        const told = places.filter(({ name }) => name.includes('/blobs/'));
        const missed = all
          .filter(({ label, kind }) => !isTold(told, label, kind))
          .map(({ kind }) => `diff: ${kind.name}`);
        // The refused files stay in the store of git objects that only Slipway reads; nowhere else.
        const others = places.filter(({ name, kind }) => !(kind === 'git' && name.endsWith('store.git')));
        const ended = exit === 0 ? [`the change was delivered`] : [];
        return {
          caught: all.length - missed.length,
          missed: [...missed, ...ended],
          leaks: leaksIn(others, all),
        };
      } finally {
        await world.remove();
      }
    },
  };
}

function isTold(places: readonly Place[], label: string, kind: SecretKind): boolean {
  const line = new RegExp(String.raw`- leak/${label}\.txt: ([a-z0-9, -]+)`);
  return places.some(({ text }) => {
    const rules = line.exec(text)?.[1]?.split(', ') ?? [];
    return kind.rules.some((rule) => rules.includes(rule));
  });
}

/** Kinds that fill so many titles, run by run. */
export function runsOf(kinds: readonly Numbered[]): readonly (readonly Numbered[])[] {
  const runs: Numbered[][] = [[]];
  for (const kind of kinds) {
    const last = runs.at(-1) ?? [];
    const titles = titlesOf(planted('commit message', [...last, kind], ''));
    if (titles.length <= titlesPerRun) last.push(kind);
    else runs.push([kind]);
  }
  return runs;
}

/** Titles that are short enough to be taken, and to be kept whole once they are screened. */
function titlesOf(all: readonly Planted[]): readonly string[] {
  const titles: Planted[][] = [];
  for (const one of all) {
    const last = titles.at(-1);
    if (last !== undefined && fits([...last, one])) last.push(one);
    else titles.push([one]);
  }
  return titles.map((some) => some.map(lineOf).join(' '));
}

function fits(all: readonly Planted[]): boolean {
  const before = all.map(lineOf).join(' ').length;
  const after = all.map(keptChars).reduce((sum, chars) => sum + chars + 1, 0);
  return before <= titleCharsMax && after <= keptCharsMax;
}

function keptChars(one: Planted): number {
  const value = one.secret.values.reduce((sum, part) => sum + part.length, 0);
  return lineOf(one).length - value + `[REDACTED:${one.kind.rules[0] ?? ''}]`.length;
}

function resultOf(
  places: readonly Place[],
  surfaces: readonly (readonly [Surface, readonly Place[], readonly Planted[]])[],
  wrong: readonly string[],
): Result {
  const missed = surfaces.flatMap(([surface, where, all]) =>
    all.filter((one) => !isReplaced(where, one)).map((one) => `${surface}: ${one.label} ${one.kind.name}`),
  );
  const total = surfaces.reduce((sum, [, , all]) => sum + all.length, 0);
  const all = surfaces.flatMap(([, , some]) => some);
  return { caught: total - missed.length, missed: [...wrong, ...missed], leaks: leaksIn(places, all) };
}

export function answer(step: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { answer: given } = step;
  if (typeof given !== 'object' || given === null) throw new Error('invariant: a step that answers');
  return { ...given };
}
