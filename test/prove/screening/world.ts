// A repository, a home, agents that say whatever a file tells them, and the compiled command line.

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestRepository } from '../../support/repository.ts';
import { makeRepository } from '../../support/repository.ts';
import type { Place } from './search.ts';
import { seenIn } from '../../support/seen-in.ts';
import { placesBelow } from './search.ts';

const callMsMax = 180_000;

export interface World {
  readonly repository: TestRepository;
  readonly home: string;
  /** What the agents read from and keep their prompts in. */
  readonly speech: string;
  readonly call: (...args: readonly string[]) => Promise<Called>;
  /** The same for a command that decides, about what is asked now. */
  readonly decide: (...args: readonly string[]) => Promise<Called>;
  /** Everything there is to see by now: the home, the user's repository, prompts, and what the command line said. */
  readonly places: () => Promise<readonly Place[]>;
  readonly remove: () => Promise<void>;
}

export interface Called {
  readonly exit: number | null;
  readonly said: string;
}

const check = "echo 'ok 1 - fine'; echo '1..1'\n";

/** Keeps its prompt, prints what it is to print, works where it is to work, and answers what its role answers. */
function agentScript(speech: string): string {
  return `cat > "$(mktemp '${speech}/prompts/XXXXXX')"
cd "$SLIPWAY_WORKSPACE"
cat '${speech}/transcript.txt' >&2
if [ "$SLIPWAY_ROLE" = implementer ]; then . '${speech}/work.sh'; fi
cat '${speech}/'"$SLIPWAY_ROLE.json"
`;
}

export interface Speech {
  readonly transcript: string;
  /** What the implementer does, in shell. */
  readonly work: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

export async function makeWorld(
  main: string,
  files: Readonly<Record<string, string>>,
  { transcript, work, answers }: Speech,
  variables: Readonly<Record<string, string>> = {},
): Promise<World> {
  const repository = await makeRepository({ ...files, 'check.sh': check });
  const speech = path.join(repository.root, 'speech');
  mkdirSync(path.join(speech, 'prompts'), { recursive: true });
  writeFileSync(path.join(speech, 'agent.sh'), agentScript(speech));
  writeFileSync(path.join(speech, 'transcript.txt'), transcript);
  writeFileSync(path.join(speech, 'work.sh'), work);
  for (const [role, answer] of Object.entries(answers)) {
    writeFileSync(path.join(speech, `${role}.json`), `\n${JSON.stringify(answer)}\n`);
  }
  await repository.write('slipway.yaml', JSON.stringify(configOf(speech, Object.keys(variables))));
  await repository.commit('configured');
  const home = path.join(repository.root, 'home');
  const runtime = path.join(repository.root, 'rt');
  mkdirSync(runtime, { mode: 0o700 });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: repository.root,
    SLIPWAY_HOME: home,
    XDG_RUNTIME_DIR: runtime,
    SLIPWAY_LEVEL: 'open',
    ...variables,
  };
  const said: Place[] = [];
  const call = async (...args: readonly string[]): Promise<Called> => {
    const called = await started(main, repository.dir, env, args);
    said.push({ name: `the output of slipway ${args[0] ?? ''}`, kind: 'said', text: called.said });
    return called;
  };
  return {
    repository,
    home,
    speech,
    call,
    decide: async (...args) => call(...args, ...seenIn((await call(...args)).said)),
    places: async () => [
      ...(await placesBelow(home)),
      ...(await placesBelow(repository.dir)),
      ...(await placesBelow(path.join(speech, 'prompts'))),
      ...said,
    ],
    remove: () => repository.remove(),
  };
}

function configOf(speech: string, variables: readonly string[]): unknown {
  const agent = { type: 'command', command: ['/bin/sh', path.join(speech, 'agent.sh')], env: variables };
  return {
    profile: 'quick',
    gates: { plan: true },
    checks: { test: 'sh check.sh' },
    agents: { all: agent },
    roles: { default: 'all' },
    slots: 2,
    onBlocked: 'halt',
    retries: { fixable: 0, malformed: 0, wait: '1ms' },
  };
}

function started(
  main: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Called> {
  const child = spawn(process.execPath, [main, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('latin1').on('data', (piece: string) => (said += piece));
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), callMsMax);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => {
      clearTimeout(timer);
      resolve({ exit, said });
    });
  });
}
