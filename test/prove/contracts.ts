// test:contracts. Our clients are tried against servers of our own, so somebody has to say that those speak as the services do: what
// the services publish does. The suites that talk to the servers are run with every request and every answer held against it.
//
//   tsx test/prove/contracts.ts [FOLDER]
//
// FOLDER holds the published descriptions; they are not part of this repository (`../shared/contracts` where nothing is said). Controls
// are a wrong request, a wrong answer and a wrong document, which have to be refused: who refuses nothing proves nothing. The last line
// of stdout is one JSON document; the exit is 0 only where nothing was refused and something was tried. Payloads of webhooks are held
// against their examples here as soon as something reads them.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { BotApi } from '../support/contracts/bot-api.ts';
import type { Answered, Exchanged } from '../support/contracts/openapi.ts';
import { contractFile } from '../support/contracts/folder.ts';
import { schemaIn } from '../support/github/graphql/execute.ts';
import { startGitHub } from '../support/github/server.ts';
import { callerOf } from '../support/github/talk.ts';
import { documentsIn, wrongIn } from './contracts/documents.ts';

const root = path.resolve(import.meta.dirname, '../..');
const violation = z.object({ of: z.string(), call: z.string(), why: z.string() });
const tally = z.object({
  service: z.string(),
  validated: z.boolean(),
  requests: z.number(),
  answers: z.number(),
  exempt: z.number(),
  documents: z.number(),
  violations: z.array(violation),
});
type Tally = z.infer<typeof tally>;

/** Suites that talk to one of the servers. */
function suites(): readonly string[] {
  const told = execFileSync(
    'git',
    [
      'grep',
      '-lE',
      String.raw`support/(github|jira|telegram)/|from '\.{1,2}/(server|talk)\.ts'`,
      '--',
      '*.test.ts',
    ],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const ours = /^(src|test\/(support\/(github|jira|telegram)|contract|e2e))\//;
  return told.split('\n').filter((name) => ours.test(name) && !name.startsWith('test/support/model-server/'));
}

function run(folder: string, file: string): boolean {
  const { status } = spawnSync('npx', ['vitest', 'run', '--mode', 'rest', ...suites()], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, SLIPWAY_CONTRACTS: folder, SLIPWAY_CONTRACTS_TALLY: file },
  });
  return status === 0;
}

function talliesIn(file: string): readonly Tally[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => tally.parse(JSON.parse(line)));
}

/** How many of the deliberately wrong ones were let through: none, if what holds them against the descriptions works. */
async function letThrough(folder: string): Promise<readonly string[]> {
  const github = await startGitHub({ contracts: folder });
  await github.repository('acme/shop', { files: { 'a.txt': 'a\n' } });
  const caller = callerOf(github.url, github.token('acme'));
  const passed: string[] = [];
  await caller.get('/repos/acme/shop');
  if (github.violations.length > 0) passed.push('a right request was refused');
  await caller.get('/repos/acme/shop/pulls?heads=acme:fix');
  if (!github.violations.some((one) => one.of === 'request')) passed.push('a wrong request was let through');
  github.spoil('/repos/acme/shop', '{"full_name":7}');
  await caller.get('/repos/acme/shop');
  if (!github.violations.some((one) => one.of === 'answer')) passed.push('a wrong answer was let through');
  if (
    wrongIn(schemaIn(contractFile('github.graphql', folder)), 'query { repository { aprovals } }').length ===
    0
  )
    passed.push('a wrong document was let through');
  await github.close();
  return [...passed, ...letThroughOfBots(folder)];
}

function toBot(body: string): Exchanged {
  const query = new URLSearchParams();
  return { method: 'POST', path: 'sendMessage', query, contentType: 'application/json', body };
}

function byBot(body: string): Answered {
  return { status: 200, contentType: 'application/json', body };
}

function letThroughOfBots(folder: string): readonly string[] {
  const file = contractFile('telegram-bot-api.json', folder);
  if (file === undefined) return ['the Bot API is not described there'];
  const api = new BotApi(file);
  const passed: string[] = [];
  if (api.request(toBot('{"chat_id":7,"text":"hi"}')).length > 0)
    passed.push('a right call of a bot was refused');
  if (api.request(toBot('{"chat_id":7,"txt":"hi"}')).length === 0)
    passed.push('a wrong call of a bot was let through');
  if (api.answer(toBot('{}'), byBot('{"ok":true,"result":{"message_id":"7"}}')).length === 0)
    passed.push('a wrong answer to a bot was let through');
  return passed;
}

const folder = path.resolve(root, process.argv[2] ?? '../shared/contracts');
if (!existsSync(folder)) {
  process.stderr.write(
    `${folder} is not there. Say where the published descriptions lie: npm run test:contracts -- FOLDER\n`,
  );
  process.exit(1);
}
const scratch = mkdtempSync(path.join(tmpdir(), 'slipway-contracts-'));
const file = path.join(scratch, 'tally');
const weak = await letThrough(folder);
const green = run(folder, file);
const tallies = talliesIn(file).filter((one) => one.validated);
rmSync(scratch, { recursive: true });
const documents = documentsIn(path.join(root, 'src'), schemaIn(contractFile('github.graphql', folder)));
const refused = tallies.flatMap((one) => one.violations);
const sum = (key: 'requests' | 'answers' | 'exempt' | 'documents'): number =>
  tallies.reduce((all, one) => all + one[key], 0);
for (const { of, call, why } of refused) process.stderr.write(`${of} ${call}: ${why}\n`);
for (const why of [...documents.refused, ...weak]) process.stderr.write(`${why}\n`);
process.stdout.write(
  `${JSON.stringify({
    requests: sum('requests'),
    answers: sum('answers'),
    refused: refused.length + documents.refused.length,
    exempt: sum('exempt'),
    documents: { asked: sum('documents'), source: documents.read, assembled: documents.assembled },
    services: [...new Set(tallies.map((one) => one.service))],
    controls: { kinds: 7, failed: weak.length },
    suites: green ? 'passed' : 'failed',
  })}\n`,
);
const bad = refused.length + documents.refused.length + weak.length;
process.exit(bad === 0 && green && sum('answers') > 0 ? 0 : 1);
