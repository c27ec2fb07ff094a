// A run that goes on where agents are held more weakly than a person consented to: nobody is launched before they say so (HOME-3).

import { afterEach, describe, expect, test } from 'vitest';
import { command as resume } from '../../src/cli/commands/resume.ts';
import { boxesHere } from '../support/boxes-here.ts';
import { personAt } from '../support/person.ts';
import type { Sample } from '../support/sample.ts';
import { makeSample, startIn } from '../support/sample.ts';

const here = boxesHere();
const reason = here.level === 'contained' ? 'bubblewrap' : `SKIPPED, no boxes here: ${here.why}`;

const samples: Sample[] = [];
afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

/** Nobody plays a role but the script; that another agent could is enough for a person to be asked. */
const withAnother = '  mine: { type: command, command: ["./agent.sh"] }\nroles: { default: s }\n';

/** A run at its plan gate that was started contained, in surroundings where agents are not. */
async function startedContained(config = withAnother): Promise<{ sample: Sample; run: string }> {
  const sample = await makeSample({ config });
  samples.push(sample);
  const start = ['run', 'Change a', '--trust', '--until', 'plan', '--json'];
  const said = await startIn(sample.repository.dir, { ...sample.env, SLIPWAY_LEVEL: '' }, start).ended;
  const { run } = JSON.parse(said.out);
  return { sample, run: String(run) };
}

const notYet = 'nobody has said yet that agents may work at level open here';

describe.skipIf(here.level !== 'contained')(`a run that was started contained (${reason})`, () => {
  test('is moved by no order where agents would be open, until a person says that they may', async () => {
    const { sample, run } = await startedContained();
    const { launches } = await sample.json('status');
    const orders = [
      ['resume'],
      ['tell', 'Be quick'],
      ['revise', '--comment', 'Smaller'],
      ['approve'],
    ] as const;
    for (const [verb, ...words] of orders) {
      const decides = verb === 'revise' || verb === 'approve';
      const said = await (decides ? sample.decides : sample.slipway)(verb, ...words);
      expect([said.exit, said.err]).toEqual([7, expect.stringContaining(notYet)]);
      expect(said.err).toContain(`slipway resume ${run} --level open`);
    }
    expect(await sample.json('status')).toMatchObject({ launches, stage: 'plan-review' });
    const wrong = await sample.slipway('resume', '--level', 'contained');
    expect([wrong.exit, wrong.err]).toEqual([4, expect.stringContaining('--level asks for')]);
    const resumed = await sample.slipway('resume', '--level', 'open');
    expect([resumed.exit, resumed.out]).toEqual([7, expect.stringContaining('waiting: the plan gate')]);
    const told = await sample.slipway('tell', 'Be quick');
    expect([told.exit, told.err]).toEqual([0, expect.stringContaining('Told.')]);
  });

  test('may be paused and cancelled all the same: no agent works for that', async () => {
    const { sample } = await startedContained();
    expect((await sample.slipway('pause')).exit).toBe(0);
    expect((await sample.slipway('cancel')).exit).toBe(0);
  });

  test('asks whoever sits at the terminal, once, and takes no for an answer', async () => {
    const { sample } = await startedContained();
    const question = 'Let agents work at this level in this repository? [y/N] ';
    const first = personAt(sample, ['n']);
    await expect(first.types(resume, [])).rejects.toThrow(notYet);
    expect(first.asked()).toEqual([question]);
    expect(first.err()).toContain('Agents would work at level open');
    const second = personAt(sample, ['y', 'q']);
    expect(await second.types(resume, [])).toBe(7);
    expect(second.asked()[0]).toBe(question);
    const third = personAt(sample, ['q']);
    expect(await third.types(resume, [])).toBe(7);
    expect(third.asked()).not.toContain(question);
  });

  test('is refused below the level its configuration asks for, whatever was consented to', async () => {
    const { sample } = await startedContained('level: contained\n');
    const said = await sample.slipway('resume', '--level', 'open');
    expect([said.exit, said.err]).toEqual([4, expect.stringContaining('`level` in slipway.yaml asks for')]);
  });

  test('goes on without a question where a script alone plays its roles', async () => {
    const { sample } = await startedContained('');
    const said = await sample.slipway('resume');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('waiting: the plan gate')]);
  });
});
