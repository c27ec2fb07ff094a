// An investigator that finds out by running something, through the whole program: contained where this machine has boxes, and in the
// open after a person has read the script.

import { afterEach, describe, expect, test } from 'vitest';
import { boxesHere } from '../support/boxes-here.ts';
import { fingerprint } from '../support/repository.ts';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

const here = boxesHere();

const probe = {
  name: 'the constant',
  path: 'probe.mjs',
  content:
    "import { a } from './a.js';\nimport { writeFileSync } from 'node:fs';\nwriteFileSync('a.js', '');\nconsole.log(`a times six is ${a * 6}`);\n",
  command: 'node probe.mjs',
  shows: 'what a really is',
};
const analysis = {
  type: 'analysis',
  analysis: 'The constant lives in a.js and nothing else reads it. '.repeat(5),
  relatedCode: [{ file: 'a.js', line: 1, why: 'holds it' }],
};

// It answers with the analysis once it has read what the probe printed, or that it was not let run, and else never.
const investigator = `prompt=$(cat)
case "$prompt" in
*"a times six is 6"*|*"did not let it run. They said: read the file"*) cat <<'END'
${JSON.stringify(analysis)}
END
;;
*"you may answer with probes instead, once"*) cat <<'END'
${JSON.stringify({ type: 'probes', probes: [probe] })}
END
;;
*) echo 'nothing to say' ;;
esac
`;

const samples: Sample[] = [];
afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

async function sampleAt(level: string): Promise<Sample> {
  const sample = await makeSample({
    config:
      '  c: { type: command, command: [sh, agent.sh] }\nroles: { default: s, investigator: c }\ngates: { plan: true }\n',
    files: { 'agent.sh': investigator },
    env: { SLIPWAY_LEVEL: level },
  });
  samples.push(sample);
  return sample;
}

const runIn = async (sample: Sample): Promise<string> => {
  const { runs } = await sample.json('list', '--json');
  const [run] = Array.isArray(runs) ? runs : [];
  return String(Reflect.get(run, 'run'));
};

describe.skipIf(here.level !== 'contained')(`contained (${here.why})`, () => {
  test('a probe runs unasked, its output is in the second prompt, and the pull request names it', async () => {
    const sample = await sampleAt('');
    const before = await fingerprint(sample.repository.dir);
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust');
    expect([said.exit, said.err]).toEqual([
      7,
      expect.stringContaining('analysis: probed: the constant (exit 0, '),
    ]);
    const shown = await sample.slipway('show', await runIn(sample), 'pr');
    expect(shown.out).toMatch(/Probed before it was planned, .*: the constant \(exit 0, \d+\.\d s\)\./);
    expect(await fingerprint(sample.repository.dir)).toEqual(before);
  });
});

describe('in the open', () => {
  test('a probe waits for a person who reads it, and runs once they let it', async () => {
    const sample = await sampleAt('open');
    const said = await sample.slipway('run', 'Change a', '--trust', '--level', 'open');
    expect(said.err).toContain('waits for you: the leave to run scripts of the investigator');
    const run = await runIn(sample);
    const gate = await sample.slipway('show', run, 'gate');
    expect(gate.out).toContain('console.log(`a times six is ${a * 6}`);');
    const approved = await sample.decides('approve', run);
    expect(approved.err).toContain('analysis: probed: the constant (exit 0, ');
    expect(approved.err).toContain('waits for you: the plan gate');
  });

  test('a probe that a person does not let run is told as that, and the run goes on', async () => {
    const sample = await sampleAt('open');
    await sample.slipway('run', 'Change a', '--trust', '--level', 'open');
    const refused = await sample.decides('reject', await runIn(sample), '--comment', 'read the file');
    expect(refused.err).toContain('analysis: probed: the constant (did not run)');
    expect(refused.err).toContain('waits for you: the plan gate');
  });

  test('nobody is offered a probe where nobody would be asked', async () => {
    const sample = await sampleAt('open');
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    expect(said.err).toContain('analysis: malformed answer');
    expect(said.err).not.toContain('what reading does not tell');
  });
});
