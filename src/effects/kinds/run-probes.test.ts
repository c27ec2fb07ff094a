// Probes on a real repository, with real processes: in the open with a person's leave, and in boxes where this machine has them.

import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { fingerprint } from '../../../test/support/repository.ts';
import type { Kinds } from '../../core/effects.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { Probe, Probed, ProbesInput } from '../../core/roles/asked-first.ts';
import { probesFrom } from '../answers/probes-from.ts';
import { runProbes } from './run-probes.ts';

const files = { 'src/answer.txt': '42\n', 'dir/kept.txt': 'kept\n' };
let world: TestParts;
let boxed: TestParts;
let notes: string;

beforeAll(async () => {
  [world, boxed] = await Promise.all([startParts(files), startParts(files, { SLIPWAY_LEVEL: '' })]);
  notes = mkdtempSync(path.join(os.tmpdir(), 'slipway-probes-'));
});

afterAll(async () => {
  await Promise.all([world.close(), boxed.close()]);
  rmSync(notes, { recursive: true, force: true });
});

interface Given {
  readonly name?: string;
  readonly path?: string;
  readonly content?: string;
  readonly command?: string;
  readonly shows?: string;
}

const usual = {
  name: 'one',
  path: 'probe.sh',
  content: 'cat src/answer.txt',
  command: 'sh probe.sh',
  shows: 'it',
};

async function read(given: readonly Given[], { parts, id, base } = world) {
  const probes = given.map((change) => ({ ...usual, ...change }));
  return probesFrom(parts, { type: 'probes', probes }, { repository: id, commit: base });
}

async function probesOf(given: readonly Given[], where = world): Promise<readonly Probe[]> {
  const found = await read(given, where);
  if (!found.ok || found.result.answer !== 'probes') throw new Error(JSON.stringify(found));
  return found.result.probes;
}

const effectWith = (input: Kinds['run-probes']['input']) => effectOf('run-probes', input);

async function inputOf(given: readonly Given[], change: Partial<ProbesInput> = {}, where = world) {
  const probes = await probesOf(given, where);
  return { commit: where.base, probes, checks: [], timeMs: 20_000, leave: 'given' as const, ...change };
}

async function ran(
  given: readonly Given[],
  change: Partial<ProbesInput> = {},
  where = world,
): Promise<Probed & { readonly words: string }> {
  const effect = effectWith(await inputOf(given, change, where));
  const outcome = await runProbes(where.parts).act(effect, where.context(await where.run()));
  if (outcome.type !== 'done') throw new Error(`not run: ${outcome.type}`);
  return { ...outcome.result, words: (await where.parts.blobs.get(outcome.result.told)) ?? '' };
}

const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
const setup: CheckSpec = { name: 'setup', kind: 'setup', command: 'true', timeoutMs: 20_000, when: 'task' };

describe('[P1] probes as data', () => {
  test.each([
    ['outside the repository', { path: '../probe.sh' }, 'is not a path inside the repository'],
    ['in the git folder', { path: '.git/hooks/post-checkout' }, 'is not a path inside the repository'],
    ['over a file that is there', { path: 'src/answer.txt' }, 'exists already'],
    ['with a secret in a script', { content: `echo ${token}` }, 'looks like a secret'],
    ['with a secret in a command', { command: `curl -H ${token} x` }, 'looks like a secret'],
  ])('%s are sent back', async (_name, change, problem) => {
    const found = await read([change]);
    expect(found.ok ? '' : found.problems.join()).toContain(problem);
  });

  test('of the same name or file are sent back', async () => {
    const found = await read([{}, {}]);
    expect(found).toMatchObject({
      ok: false,
      problems: ["two probes are to be 'probe.sh'", "two probes are called 'one'"],
    });
  });

  test('are put into words with everything that would run, in a fence a script cannot close', async () => {
    const found = await read([{ content: 'echo "````"\necho done\n', command: 'sh probe.sh\nsh other.sh' }]);
    if (!found.ok || found.result.answer !== 'probes') throw new Error('read');
    expect(await world.parts.blobs.get(found.result.blob)).toBe(
      [
        '# Probes\n\n## one\n\nIt is to show: it\n\nCommand:\n\n```\nsh probe.sh\nsh other.sh\n```',
        'File probe.sh:\n\n`````\necho "````"\necho done\n`````\n',
      ].join('\n\n'),
    );
  });
});

describe('[P1] probes that run', () => {
  test('see the commit, run one after another in one checkout, and tell what they printed and how they ended', async () => {
    const before = await fingerprint(world.repository.dir);
    const probed = await ran([
      { content: 'cat src/answer.txt; echo more > left.txt; echo changed > dir/kept.txt' },
      { name: 'two', path: 'tools/two.sh', content: 'cat left.txt; exit 3', command: 'sh tools/two.sh' },
    ]);
    expect(probed.ran).toMatchObject([
      { name: 'one', because: 'ok', exit: 0 },
      { name: 'two', because: 'exit', exit: 3 },
    ]);
    expect(probed.words).toMatch(/## one: exit 0, \d+\.\d s\n\nIt printed:\n\n```\n42\n```/);
    expect(probed.words).toMatch(/## two: exit 3, \d+\.\d s\n\nIt printed:\n\n```\nmore\n```/);
    expect(await fingerprint(world.repository.dir)).toEqual(before);
    const { workspaces } = world.parts;
    expect(await workspaces.readFile(world.id, world.base, 'dir/kept.txt')).toBe('kept\n');
    expect(leftIn(world)).toEqual(['.making']);
  });

  test('run after setup and builds, whose network their scripts never see (RUN-PROBES-1)', async () => {
    const look = { ...setup, command: 'test ! -e probe.sh && echo made > made.txt && echo x > "$HOME/x"' };
    const probed = await ran([{ content: 'cat made.txt "$HOME/x"' }], { checks: [look] });
    expect(probed.words).toContain('```\nmade\nx\n```');
  });

  test('do not run where setup fails, and say why', async () => {
    const probed = await ran([{}], { checks: [{ ...setup, command: 'echo no registry; exit 1' }] });
    expect(probed.ran).toEqual([{ name: 'one', because: 'not-run', ms: 0 }]);
    expect(probed.words).toContain('None of them ran');
    expect(probed.words).toContain('no registry');
  });

  test('have the environment of a check, and nothing of that of Slipway', async () => {
    const probed = await ran([{ content: 'echo "ci=$CI home=$HOME vitest=$VITEST at=$PWD"' }]);
    expect(probed.words).toMatch(/ci=true home=\S+-home vitest= at=\.\n/);
  });

  test('that do not end are ended with everything they started', async () => {
    const pid = path.join(notes, 'pid');
    const content = `sleep 600 & echo $! > ${pid}; echo begun; wait`;
    const probed = await ran([{ content }, { name: 'two', path: 'two.sh', command: 'sh two.sh' }], {
      timeMs: 1_000,
    });
    expect(probed.ran).toMatchObject([{ because: 'timeout' }, { because: 'ok' }]);
    expect(probed.words).toMatch(
      /## one: ended by its time limit after \d+\.\d s\n\nIt printed:\n\n```\nbegun\n/,
    );
    expect(isGone(readFileSync(pid, 'utf8').trim())).toBe(true);
  });

  test('that print much or something secret are told cut and redacted', async () => {
    const content = `echo first; seq 1 20000; echo ${token.slice(0, 20)}"${token.slice(20)}"; echo last`;
    const probed = await ran([{ content }]);
    expect(probed.words.length).toBeLessThan(9_000);
    expect(probed.words).toMatch(/first\n1\n2\n[^]*characters left out\][^]*20000\n.*redacted.*\nlast\n/i);
    expect(probed.words).not.toContain(token);
    expect(await ran([{ content: 'true' }])).toMatchObject({
      words: expect.stringContaining('It printed nothing.'),
    });
  });

  test('do not follow what a probe before left in the way', async () => {
    const outside = path.join(notes, 'outside');
    const probed = await ran([
      { content: `ln -s ${notes} linked` },
      { name: 'two', path: 'linked/outside', command: 'cat linked/outside' },
    ]);
    expect(probed.ran).toMatchObject([{ because: 'ok' }, { because: 'not-run' }]);
    expect(probed.words).toContain('could not be written to linked/outside');
    expect(existsSync(outside)).toBe(false);
  });

  test('whose script was erased do not run', async () => {
    const input = await inputOf([{}]);
    const probes = input.probes.map((probe) => ({ ...probe, blob: `sha256:${'0'.repeat(64)}` }));
    const probed = await ran([{}], { probes });
    expect(probed.words).toContain('Its script was erased.');
  });

  test('that are stopped say so, and leave nothing', async () => {
    const stop = new AbortController();
    const effect = effectWith(await inputOf([{ content: `echo > ${notes}/begun; sleep 600` }]));
    const acting = runProbes(world.parts).act(
      effect,
      world.context(await world.run(), { signal: stop.signal }),
    );
    await expect.poll(() => existsSync(path.join(notes, 'begun'))).toBe(true);
    stop.abort();
    expect(await acting).toMatchObject({ type: 'stopped' });
    expect(leftIn(world)).toEqual(['.making']);
  });

  test('are found by their receipt after a crash, and otherwise what they left is cleared away', async () => {
    const run = await world.run({ id: 'crashed' });
    const effect = effectWith(await inputOf([{}]));
    const handler = runProbes(world.parts);
    const recovered = world.context(run, { recovered: true });
    expect(await handler.probe(effect, world.context(run))).toBeUndefined();
    await world.parts.workspaces.checkout(world.id, world.base, 'crashed-1-run-probes-subject-1');
    expect(await handler.probe(effect, recovered)).toBeUndefined();
    expect(leftIn(world)).toEqual(['.making']);
    const outcome = await handler.act(effect, world.context(run));
    expect(await handler.probe(effect, recovered)).toEqual(outcome);
  });
});

describe('[P1] probes that are not let run', () => {
  test('below contained without a person’s leave, run nothing (RUN-PROBES-2)', async () => {
    const { leave: _leave, ...input } = await inputOf([{ content: `echo > ${notes}/unasked` }]);
    const outcome = await runProbes(world.parts).act(effectWith(input), world.context(await world.run()));
    const told = outcome.type === 'done' ? outcome.result.told : '';
    expect(await world.parts.blobs.get(told)).toContain('nobody gave leave');
    expect(outcome).not.toHaveProperty('level');
    expect(existsSync(path.join(notes, 'unasked'))).toBe(false);
  });

  test('after a no, are told with the words of the person', async () => {
    const comment = await world.parts.blobs.put(world.parts.screener.redact('not on my machine'));
    const content = `echo > ${notes}/refused`;
    const probed = await ran([{ content }], { leave: 'refused', comment });
    expect(probed.ran).toEqual([{ name: 'one', because: 'not-run', ms: 0 }]);
    expect(probed.words).toContain('did not let it run. They said: not on my machine');
    expect((await ran([{ content }], { leave: 'refused' })).words).toContain('did not let it run.\n');
    expect(existsSync(path.join(notes, 'refused'))).toBe(false);
  });
});

describe('[P1] contained probes', () => {
  test('run without anybody’s leave, reach no network and see nothing of the user', async (context) => {
    if (boxed.parts.processes.level !== 'contained') context.skip('no boxes here');
    const met: string[] = [];
    const server = createServer((socket) => {
      met.push('somebody');
      socket.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    writeFileSync(path.join(boxed.repository.root, 'private.txt'), 'the planted words\n');
    const connect = `require('net').connect(${port}, '127.0.0.1').on('connect', () => console.log('reached')).on('error', (e) => console.log('refused', e.code));`;
    const { leave: _leave, ...input } = await inputOf(
      [
        { name: 'net', path: 'net.cjs', content: connect, command: 'node net.cjs' },
        { content: `cat ${boxed.repository.root}/private.txt || echo hidden; cat src/answer.txt` },
      ],
      {},
      boxed,
    );
    const outcome = await runProbes(boxed.parts).act(effectWith(input), boxed.context(await boxed.run()));
    server.close();
    if (outcome.type !== 'done') throw new Error(outcome.type);
    const words = (await boxed.parts.blobs.get(outcome.result.told)) ?? '';
    expect(met).toEqual([]);
    expect(words).toMatch(/refused E\w+/);
    expect(words).not.toContain('the planted words');
    expect(words).toMatch(/hidden\n42/);
    expect(outcome.level).toBe('contained');
    expect(leftIn(boxed)).toEqual(['.making']);
  });
});

/** The folder in which workspaces are made is always there, and empty. */
function leftIn({ home }: TestParts): readonly string[] {
  return readdirSync(path.join(home, 'workspaces'), { recursive: true, encoding: 'utf8' });
}

function isGone(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return true;
  }
}
