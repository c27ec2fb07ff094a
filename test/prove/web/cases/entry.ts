// The way in and the way out: codes that were used, raced for, made up or got old, and people whose access was taken back. One after the
// other, because each changes who is let in; tries are counted, so that those who guess come last.

import { once } from 'node:events';
import { request } from 'node:http';
import { z } from 'zod';
import { askEngine } from '../../../../src/app/home/ask-engine.ts';
import { placesOf } from '../../../../src/app/home/home-places.ts';
import type { Call } from '../call.ts';
import { address, called } from '../call.ts';
import type { Case, Finding } from '../case.ts';
import { doors, refusedBy } from '../case.ts';
import { orderTo } from '../routes.ts';
import type { Session } from '../session.ts';
import { looking, sessionIn, signIn } from '../session.ts';
import type { Stage } from '../stage.ts';
import { admitted } from '../stage.ts';
import { byProgram } from './access.ts';

const link = z.object({ output: z.object({ link: z.string() }) });

/** As `slipway serve` asks for it, of the engine itself. */
export async function newCode({ sample }: Stage): Promise<string> {
  const places = placesOf({
    env: sample.env,
    homedir: sample.repository.root,
    tmp: sample.repository.root,
    uid: process.getuid?.() ?? 0,
    cores: 1,
  });
  const asked = await askEngine(places, {
    by: { who: 'prove', authenticated: 'os', channel: 'cli' },
    verb: 'listen',
    input: { host: address, port: 0 },
  });
  return link.parse(asked).output.link.split('#code=')[1] ?? '';
}

const entry = (name: string, play: Case['play']): Case => ({ group: 'entry', name, play });

/** A code that was let in once more, or a session that was refused. */
async function enters(
  { server, secrets }: Stage,
  code: unknown,
  expected: readonly number[] = doors.session,
) {
  return refusedBy(await called(server.port, signIn(server, code)), expected, secrets);
}

async function looks({ server, secrets }: Stage, session: Session): Promise<readonly Finding[]> {
  const calls = [
    looking(server, session, '/api/session'),
    orderTo(server, session, 'list', {}),
    looking(server, session, '/api/feed?after=0'),
  ];
  const answers = await Promise.all(calls.map((call) => called(server.port, call)));
  return answers.flatMap((answer) => refusedBy(answer, doors.session, secrets));
}

export const entryCases: readonly Case[] = [
  entry('a code that was used', (stage) => enters(stage, stage.server.code)),
  entry('a code that two browsers use at the same moment', async (stage) => {
    const code = await newCode(stage);
    const tries = 4;
    const answers = await Promise.all(
      Array.from({ length: tries }, () => called(stage.server.port, signIn(stage.server, code))),
    );
    const let1 = answers.filter(({ status }) => status === 200).length;
    return let1 <= 1 ? [] : [{ category: 'accepted', what: `${let1} browsers came in with one code` }];
  }),
  entry('a code with a blank behind it', async (stage) => enters(stage, `${await newCode(stage)} `)),
  entry('the first half of a code', async (stage) => enters(stage, (await newCode(stage)).slice(0, 20))),
  entry('a code in a list', async (stage) => enters(stage, [await newCode(stage)], [400, 401])),
  entry('a code in the address', async (stage) => {
    const call = signIn(stage.server, '');
    const answer = await called(stage.server.port, {
      ...call,
      path: `/api/session?code=${await newCode(stage)}`,
    });
    return refusedBy(answer, doors.session, stage.secrets);
  }),
  entry('a code as a token', async (stage) => {
    const token = await newCode(stage);
    const call: Call = { ...signIn(stage.server, ''), body: JSON.stringify({ token }) };
    const asToken = byProgram(
      stage.server,
      { ...stage.people.view, token },
      orderTo(stage.server, stage.owner, 'list', {}),
    );
    const answers = await Promise.all([call, asToken].map((one) => called(stage.server.port, one)));
    // Without a token of ours, a program is a page that does not say where it is from.
    return answers.flatMap((answer) => refusedBy(answer, [401, 403], stage.secrets));
  }),
  entry('the token of a person as a code', (stage) => enters(stage, stage.people.administer.token)),
  entry('the hash of a token, as it is kept, as a token', async (stage) => {
    const said = await stage.sample.slipway('people', '--json');
    return /[0-9a-f]{64}|slw_/.test(said.out)
      ? [{ category: 'accepted', what: 'people are told with their tokens' }]
      : [];
  }),
  entry('a session that was signed out', async (stage) => {
    const { session } = await admitted(stage.sample, stage.server, 'view', 'leaver');
    const stream = await followed(stage, session);
    const { origin, ...call } = {
      origin: stage.server.origin,
      ...looking(stage.server, session, '/api/session'),
    };
    await called(stage.server.port, { ...call, method: 'DELETE', headers: { ...call.headers, origin } });
    return [...(await looks(stage, session)), ...(await endOf(stream, 'signed out'))];
  }),
  entry('somebody whose access was taken back, and their program', async (stage) => {
    const person = await admitted(stage.sample, stage.server, 'decide', 'former');
    const stream = await followed(stage, person.session);
    await stage.sample.slipway('people', 'remove', 'former');
    const program = byProgram(stage.server, person, orderTo(stage.server, person.session, 'list', {}));
    return [
      ...(await looks(stage, person.session)),
      ...refusedBy(await called(stage.server.port, program), doors.session, stage.secrets),
      ...(await endOf(stream, 'taken back')),
    ];
  }),
  entry('the session of somebody whose name another one has now', async (stage) => {
    const before = await admitted(stage.sample, stage.server, 'view', 'namesake');
    await stage.sample.slipway('people', 'remove', 'namesake');
    await admitted(stage.sample, stage.server, 'administer', 'namesake');
    const program = byProgram(stage.server, before, orderTo(stage.server, before.session, 'list', {}));
    return [
      ...(await looks(stage, before.session)),
      ...refusedBy(await called(stage.server.port, program), doors.session, stage.secrets),
    ];
  }),
];

/** These are played when nothing else is: a day goes by, and tries are used up. */
export const lastCases: readonly Case[] = [
  entry('a code of yesterday', async (stage) => {
    const code = await newCode(stage);
    await stage.server.pass();
    return enters(stage, code, [401, 429]);
  }),
  ...['', 'x', 'undefined', '__proto__', '0'.repeat(43), 'A'.repeat(100_000)].map((code) =>
    entry(`a made-up code of ${code.length} characters: ${code.slice(0, 12)}`, (stage) =>
      enters(stage, code, [400, 401, 429]),
    ),
  ),
  ...[7, {}, [], true].map((code) =>
    entry(`a code that is ${JSON.stringify(code)}`, (stage) => enters(stage, code, [400, 401, 429])),
  ),
  entry('a session of more than a month ago', async (stage) => {
    for (let days = 0; days < sessionDays; days += 1) await stage.server.pass();
    return looks(stage, stage.people.view.session);
  }),
  entry('a thousand guesses', async (stage) => {
    const statuses = new Set<number | undefined>();
    for (let n = 0; n < guesses; n += guessesAtOnce) {
      const calls = Array.from({ length: guessesAtOnce }, (_, k) => signIn(stage.server, `guess-${n + k}`));
      const answers = await Promise.all(calls.map((call) => called(stage.server.port, call)));
      for (const answer of answers) {
        statuses.add(answer.status);
        if (sessionIn(answer) !== undefined) return [{ category: 'accepted', what: 'a guess was right' }];
      }
    }
    return statuses.has(429)
      ? []
      : [{ category: 'accepted', what: 'somebody may guess as often as they like' }];
  }),
];

const sessionDays = 31;
const guesses = 1_000;
const guessesAtOnce = 20;
/** How soon "at once" is. */
const cutMs = 5_000;

interface Followed {
  readonly ended: Promise<unknown>;
  readonly hangUp: () => void;
}

/** A stream that is open, and whose beginning has come. */
async function followed({ server }: Stage, session: Session): Promise<Followed> {
  const { headers, path } = looking(server, session, '/api/feed');
  const asked = request({
    host: address,
    port: server.port,
    path,
    headers: { ...headers },
    setHost: false,
    agent: false,
  });
  asked.on('error', () => undefined);
  asked.end();
  const [response] = await once(asked, 'response', { signal: AbortSignal.timeout(cutMs) });
  const ended = new Promise((resolve) => {
    response.on('close', resolve);
    response.on('error', resolve);
  });
  await once(response, 'data', { signal: AbortSignal.timeout(cutMs) });
  response.resume();
  return { ended, hangUp: () => asked.destroy() };
}

async function endOf({ ended, hangUp }: Followed, why: string): Promise<readonly Finding[]> {
  const late = new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), cutMs).unref();
  });
  const end = await Promise.race([ended.then(() => 'ended'), late]);
  hangUp();
  return end === 'late'
    ? [{ category: 'accepted', what: `a stream went on after its session was ${why}` }]
    : [];
}
