// Whatever a program prints: nothing crashes, nothing grows without end, and no answer comes without a good end.

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AgentOutcome } from '../../src/agents/agent.ts';
import { claudeDialect } from '../../src/agents/claude/stream.ts';
import { codexDialect } from '../../src/agents/codex/stream.ts';
import { opencodeDialect } from '../../src/agents/opencode/stream.ts';
import { lineReader, type OutputReader } from '../../src/agents/readers.ts';
import { runAgent } from '../../src/agents/run-agent.ts';
import type { Processes, ProcessResult } from '../../src/containment/process.ts';
import type { Session } from '../../src/core/effects.ts';
import { requestIn } from '../contract/agent.ts';
import { type Random, randomOf } from '../simulation/random.ts';
import { mutated } from './mutate.ts';
import { type ProgramName, programNames } from './programs.ts';
import type { Recording } from './recording/case.ts';
import { recordingsOf } from './recordings.ts';

const mutantsPerProgram = 7_000;
const now = Date.UTC(2026, 10, 16);

interface Told {
  readonly before: Session | undefined;
  readonly wantsSchema: boolean;
}

interface Program {
  readonly reader: (told: Told) => OutputReader;
  /** The line by which one knows that its work came to a good end. */
  readonly goodEnd: z.ZodType;
}

const programs: Readonly<Record<ProgramName, Program>> = {
  claude: {
    reader: (told) => lineReader(claudeDialect, { ...told, now: () => now }),
    goodEnd: z.object({ type: z.literal('result'), is_error: z.literal(false) }),
  },
  codex: {
    reader: (told) => lineReader(codexDialect, { ...told, now: () => now }),
    goodEnd: z.object({ type: z.literal('turn.completed') }),
  },
  opencode: {
    reader: (told) => lineReader(opencodeDialect, { ...told, now: () => now }),
    goodEnd: z.object({ type: z.literal('step_finish'), part: z.object({ reason: z.literal('stop') }) }),
  },
};

function isGoodEnd(name: ProgramName, line: string): boolean {
  try {
    return programs[name].goodEnd.safeParse(JSON.parse(line)).success;
  } catch {
    return false;
  }
}

/** Processes that print what they are told to and end as they are told to. */
function replaying(
  stdout: string,
  result: Omit<ProcessResult, 'ms' | 'stdoutTail' | 'outputBytes'>,
): Processes {
  return {
    level: 'open',
    endSurvivors: () => Promise.resolve(0),
    run: ({ onOutput }) => {
      const half = Math.floor(stdout.length / 2);
      for (const piece of [stdout.slice(0, half), stdout.slice(half)]) onOutput?.(piece, 'stdout');
      return Promise.resolve({
        ...result,
        ms: 1,
        stdoutTail: stdout.slice(-1_000),
        outputBytes: stdout.length,
      });
    },
  };
}

interface Mutant {
  readonly lines: readonly string[];
  readonly result: Pick<ProcessResult, 'how' | 'exit' | 'stderrTail'>;
  readonly told: Told;
}

function mutantOf(recording: Recording, others: readonly string[], random: Random): Mutant {
  const exit = random.chance(0.7) ? recording.exit : random.pick([0, 1, 2, 143, undefined]);
  const ways = ['timeout', 'silent', 'output-limit', 'aborted', 'signalled'] as const;
  const how = exit === undefined ? random.pick(ways) : random.chance(0.95) ? 'exited' : random.pick(ways);
  return {
    lines: mutated(recording.stdout.split('\n'), others, random),
    result: { how, stderrTail: recording.stderr, ...(exit === undefined ? {} : { exit }) },
    told: {
      before: random.chance(0.3) ? { id: 'before', tokens: 10 } : undefined,
      wantsSchema: random.chance(0.5),
    },
  };
}

async function outcomeOf(name: ProgramName, { lines, result, told }: Mutant): Promise<AgentOutcome> {
  const { before } = told;
  const request = requestIn('/nowhere', before === undefined ? {} : { session: before });
  return runAgent(replaying(lines.join('\n'), result), request, (session) => ({
    file: name,
    args: [],
    env: {},
    stdin: '',
    reader: programs[name].reader({ ...told, before: session }),
  }));
}

/** What is wrong with an outcome, in words. */
function faultsOf(outcome: AgentOutcome, name: ProgramName, { lines, result }: Mutant): readonly string[] {
  const { usd, tokens } = outcome.charge;
  const answered = outcome.ended === 'answered';
  return [
    answered && (result.how !== 'exited' || result.exit !== 0) && 'an answer without exit 0',
    answered && !lines.some((line) => isGoodEnd(name, line)) && 'an answer without a good end',
    answered &&
      (outcome.answer.trim() === '' || outcome.answer.length > 1_048_576) &&
      'an answer that is none',
    outcome.ended === 'stopped' && 'a stop that nobody asked for',
    outcome.ended === 'failed' &&
      (outcome.detail === '' || outcome.detail.length > 5_000) &&
      'a detail without words',
    outcome.ended === 'failed' && !isFuture(outcome.resetsAt) && 'a quota that never comes back',
    ![usd, tokens].every((sum) => sum === undefined || (Number.isFinite(sum) && sum >= 0)) &&
      'a sum that is none',
    outcome.session !== undefined &&
      !/^\w[\w.:-]{0,199}$/.test(outcome.session.id) &&
      'a session that cannot be named',
    (outcome.denials?.length ?? 0) > 50 && 'denials without end',
    !JSON.stringify(outcome).isWellFormed() && 'half a character',
  ].filter((fault) => fault !== false);
}

function isFuture(resetsAt: number | undefined): boolean {
  return resetsAt === undefined || (resetsAt >= now && resetsAt - now <= 400 * 86_400_000);
}

const everyLine = programNames.flatMap((name) =>
  [...recordingsOf(name).values()].flatMap(({ stdout }) => stdout.split('\n')),
);

describe.each(programNames)('a mutant of a stream of %s', (name) => {
  const recordings = [...recordingsOf(name).values()];

  test('never crashes a reader and never makes a success of what was none', async () => {
    const random = randomOf(20_261_116);
    let answered = 0;
    for (let n = 0; n < mutantsPerProgram; n += 1) {
      const recording = recordings[n % recordings.length];
      if (recording === undefined) throw new Error('there are no recordings');
      const mutant = mutantOf(recording, everyLine, random);
      const outcome = await outcomeOf(name, mutant);
      if (outcome.ended === 'answered') answered += 1;
      const faults = faultsOf(outcome, name, mutant);
      if (faults.length > 0) expect.fail(`mutant ${n}: ${faults.join(', ')}\n${mutant.lines.join('\n')}`);
    }
    // Refusing everything would keep the promise too.
    expect(answered).toBeGreaterThan(mutantsPerProgram / 50);
  });
});
