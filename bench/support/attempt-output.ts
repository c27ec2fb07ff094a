// A program of its own: plays an attempt whose agent prints so many megabytes, and tells on stdout how large it got
// meanwhile. `attempt-output DIR MEGABYTES`. A smaller attempt comes first, so that what is counted is growth with the
// output and not what the first lines load.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { claudeDialect } from '../../src/agents/claude/stream.ts';
import { lineReader } from '../../src/agents/readers.ts';
import { runAgent } from '../../src/agents/run-agent.ts';
import { fileBlobs } from '../../src/blobs/files.ts';
import { processRunner } from '../../src/containment/process-runner.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import { createScreener } from '../../src/screening/screen.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';

const warmUpMb = 64;
const sampleMs = 50;
const megabyte = 1024 * 1024;
const timeMsMax = 900_000;
const [dir = '', megabytes = ''] = process.argv.slice(2);
const clock = systemClock();
const blobs = fileBlobs(path.join(dir, 'blobs'));

/** An agent that reads much and says little: lines of some kilobytes, as tools give them back, and then its answer. */
const agent = `
  const { writeSync } = require('node:fs');
  const say = (line) => { for (let text = Buffer.from(JSON.stringify(line) + '\\n'); text.length > 0; ) text = text.subarray(writeSync(1, text)); };
  say({ type: 'system', subtype: 'init', session_id: 's-1', tools: [] });
  const source = 'const value = await readFile(name, "utf8"); // a line of some source that was read\\n'.repeat(190);
  let left = Number(process.argv[1]);
  for (let n = 0; left > 0; n += 1) {
    const content = 'File ' + n + '\\n' + source;
    say({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't-' + n, content }] } });
    left -= content.length;
  }
  say({ type: 'result', subtype: 'success', is_error: false, result: 'done', total_cost_usd: 0, usage: {} });`;

/** As `launch` does it. */
async function attempt(name: string, bytes: number): Promise<{ answer: string; keptMb: number }> {
  const workspace = path.join(dir, name);
  mkdirSync(workspace, { recursive: true });
  const transcript = await blobs.transcript(name);
  const screened = createScreener().stream();
  let keptChars = 0;
  const outcome = await runAgent(
    processRunner(clock),
    {
      role: 'implementer',
      mode: 'execute',
      ordinal: 1,
      prompt: '',
      schema: {},
      workspace,
      state: workspace,
      limits: {
        ...defaultPolicy.limits,
        attemptMs: timeMsMax,
        silenceMs: timeMsMax,
        outputBytesMax: bytes * 2,
      },
      tag: `bench-${process.pid}`,
      signal: new AbortController().signal,
      onOutput: (text) => {
        const piece = screened.push(text);
        keptChars += piece.text.length;
        transcript.write(piece);
      },
      onSession: () => undefined,
    },
    () => ({
      file: process.execPath,
      args: ['-e', agent, String(bytes)],
      env: {},
      stdin: '',
      reader: lineReader(claudeDialect, { before: undefined, wantsSchema: false, now: () => clock.now() }),
    }),
  );
  transcript.write(screened.end());
  await transcript.seal();
  const answer = outcome.ended === 'answered' ? outcome.answer : JSON.stringify(outcome);
  return { answer, keptMb: keptChars / megabyte };
}

function residentMb(): number {
  return process.memoryUsage.rss() / megabyte;
}

await attempt('warm-up', warmUpMb * megabyte);
const restMb = residentMb();
let peakMb = restMb;
let samples = 0;
const watching = setInterval(() => {
  peakMb = Math.max(peakMb, residentMb());
  samples += 1;
}, sampleMs);
const startMs = clock.monotonic();
const { answer, keptMb } = await attempt('attempt', Number(megabytes) * megabyte);
const seconds = (clock.monotonic() - startMs) / 1000;
clearInterval(watching);
process.stdout.write(`${JSON.stringify({ seconds, restMb, peakMb, samples, keptMb, answer })}\n`);
