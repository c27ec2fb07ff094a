// Scripts, schema and cases that the three programs share.

import { answer, call, type Call, say, type Turn } from '../../support/model-server/turn.ts';
import { type Case, slowCommand } from './case.ts';

/** In March 2030: when a quota comes back, where the day should not matter. */
export const farResetSeconds = 1_900_000_000;

const editHello: Call = { do: 'edit', path: 'hello.txt', find: 'hello world', replace: 'hello ship' };
const lookAround: readonly Call[] = [
  { do: 'shell', command: 'ls' },
  { do: 'shell', command: 'cat hello.txt' },
];

export const scripts = {
  edited: [call(editHello), say('I changed the greeting.')],
  severalTools: [
    { ...call(...lookAround), text: 'First I look around.' },
    call({ do: 'write', path: 'notes.md', text: 'One note.\n' }),
    call(editHello),
    say('I looked, wrote a note and changed the greeting.'),
  ],
  verdict: [answer({ verdict: 'pass', points: 3 })],
  empty: [say('')],
  slow: [call({ do: 'shell', command: slowCommand }), say('That took long.')],
  hanging: [{ type: 'hang' }],
  cutOff: [{ type: 'cut', text: 'I was about to' }],
  garbage: [{ type: 'garbage' }],
  /** Two runs of one session: the script goes on where the conversation is. */
  twoPrompts: [say('I read the ticket.'), call(editHello), say('Now it is done.')],
} as const satisfies Readonly<Record<string, readonly Turn[]>>;

export const verdictSchema = {
  type: 'object',
  properties: { verdict: { type: 'string', enum: ['pass', 'revise'] }, points: { type: 'integer' } },
  required: ['verdict', 'points'],
  additionalProperties: false,
};

export function refusal(
  status: number,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): readonly Turn[] {
  return [{ type: 'status', status, error: { message, ...more } }];
}

/** Every signal while a command runs, and one while the model thinks. */
export function killedCases(flags: readonly string[] = []): readonly Case[] {
  const inTool = (['SIGTERM', 'SIGKILL', 'SIGINT'] as const).map((signal): Case => ({
    name: `killed-${signal.toLowerCase()}-tool`,
    expected: 'killed',
    script: scripts.slow,
    flags,
    cut: { signal, when: 'tool' },
  }));
  const asked: Case = {
    name: 'killed-sigterm-asked',
    expected: 'killed',
    script: scripts.hanging,
    cut: { signal: 'SIGTERM', when: { asked: 1 } },
  };
  return [...inTool, asked];
}

/** A session gone on with, a copy of one, and one that nobody knows. */
export function resumedCases(unknownSession: string): readonly Case[] {
  return [
    { name: 'resumed', expected: 'completed', script: scripts.twoPrompts, resume: 'first' },
    { name: 'forked', expected: 'completed', script: scripts.twoPrompts, resume: 'first', fork: true },
    {
      name: 'fork-unknown',
      expected: 'lost-session',
      script: scripts.edited,
      resume: unknownSession,
      fork: true,
    },
    { name: 'resume-unknown', expected: 'lost-session', script: scripts.edited, resume: unknownSession },
  ];
}
