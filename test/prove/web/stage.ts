// Where cases are played: a home with a run that waits at its gate and one in which everybody writes
// markup, the server over it, and people of every access who are signed in.

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Access } from '../../../src/app/verbs/verb.ts';
import type { Sample } from '../../support/sample.ts';
import { makeSample } from '../../support/sample.ts';
import { hostileRun, hostileScript, hostileTicket } from './browser/hostile-run.ts';
import { called } from './call.ts';
import type { Served } from './program.ts';
import { serve } from './program.ts';
import type { Route } from './routes.ts';
import { routesOf } from './routes.ts';
import type { Session } from './session.ts';
import { sessionIn, signedIn, signIn } from './session.ts';

export const accesses = ['view', 'decide', 'administer'] as const;

export interface Person {
  readonly session: Session;
  /** What programs of theirs bring. */
  readonly token: string;
}

export interface Stage {
  readonly server: Served;
  readonly sample: Sample;
  /** Whoever sits at the machine, signed in by the code of the link. */
  readonly owner: Session;
  readonly people: Readonly<Record<Access, Person>>;
  readonly run: string;
  readonly routes: readonly Route[];
  /** What of the home is in no answer to a stranger: words of the ticket, the id of its run, keys and tokens. */
  readonly secrets: readonly string[];
  /** Everything that a call could have changed, as one text. */
  readonly state: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const canary = `kestrel${randomBytes(6).toString('hex')}`;
  const sample = await makeSample({
    config: 'gates: { plan: true }\n',
    script: hostileScript(),
    files: { 'hostile.json': hostileTicket },
  });
  await hostileRun(sample);
  const run = await waitingRun(sample, canary);
  const server = await serve(sample);
  const owner = await signedIn(server, server.code);
  const people = {
    view: await admitted(sample, server, 'view'),
    decide: await admitted(sample, server, 'decide'),
    administer: await admitted(sample, server, 'administer'),
  };
  return {
    server,
    sample,
    owner,
    people,
    run,
    routes: await routesOf(server, owner),
    secrets: [
      canary,
      run,
      owner.key,
      ...Object.values(people).flatMap(({ session, token }) => [session.key, token]),
    ],
    state: () => stateOf(sample),
    close: async () => {
      await server.end();
      await sample.remove();
    },
  };
}

const listed = z.object({ runs: z.array(z.object({ run: z.string(), title: z.string() })) });
const gateExit = 7;

async function waitingRun(sample: Sample, canary: string): Promise<string> {
  const said = await sample.slipway('run', `Change a for the ${canary}`, '--trust');
  if (said.exit !== gateExit) throw new Error(`The run did not come to its gate: ${said.exit} ${said.err}`);
  const { runs } = listed.parse(await sample.json('list'));
  const run = runs.find(({ title }) => title.includes(canary))?.run;
  if (run === undefined) throw new Error('The run is not listed.');
  return run;
}

export async function admitted(
  sample: Sample,
  server: Served,
  access: Access,
  name: string = access,
): Promise<Person> {
  const token = await newPerson(sample, name, access);
  const { body: _code, ...call } = signIn(server, '');
  const answer = await called(server.port, { ...call, body: JSON.stringify({ token }) });
  const session = sessionIn(answer);
  if (session === undefined) throw new Error(`${name} could not sign in: ${answer.status} ${answer.body}`);
  return { session, token };
}

async function newPerson(sample: Sample, name: string, access: Access): Promise<string> {
  const said = await sample.slipway('people', 'add', name, '--access', access);
  const token = /slw_[\w-]+/.exec(said.out)?.[0];
  if (token === undefined) throw new Error(`${name} was not added: ${said.exit} ${said.out}${said.err}`);
  return token;
}

/** By commands at the machine, which do not go through the server. */
async function stateOf(sample: Sample): Promise<string> {
  const said: string[] = [];
  for (const words of [['verify', '--all'], ['gates'], ['people', 'list'], ['memory']]) {
    said.push((await sample.slipway(...words, '--json')).out);
  }
  return said.join('\n');
}
