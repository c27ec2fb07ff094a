// A decision names what was seen: what was printed for one plan is no answer to the next (DECIDE-1).

import { afterEach, describe, expect, test } from 'vitest';
import { command as answer } from '../../src/cli/commands/answer.ts';
import { command as approve } from '../../src/cli/commands/approve.ts';
import { command as land } from '../../src/cli/commands/land.ts';
import { command as reject } from '../../src/cli/commands/reject.ts';
import { command as revise } from '../../src/cli/commands/revise.ts';
import { personAt } from '../support/person.ts';
import type { StartingPoint } from '../support/prepared.ts';
import { atMergeGate, atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Said, Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

const samples: Sample[] = [];
afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

async function prepared(point: StartingPoint): Promise<Sample> {
  const sample = await preparedSample(point);
  samples.push(sample);
  return sample;
}

/** The words after `slipway` of a command as it was printed, without the quotes of its last one. */
function printed(text: string, verb: string): readonly string[] {
  const line = new RegExp(`slipway (${verb} [^\\n\`]*?)(?:\\s{2,}|\`|\\n|$)`).exec(text)?.[1];
  if (line === undefined) throw new Error(`no ${verb} was printed: ${text}`);
  return line.split(' ').map((word) => word.replaceAll('"', ''));
}

const atAnotherPlan: StartingPoint = {
  ...atPlanGate,
  env: { EDITOR: 'sed -i s/to.two/to.three/' },
};

describe('a command that was printed', () => {
  test('for one plan approves no other: it is refused with what changed, and what is asked now', async () => {
    const sample = await prepared(atAnotherPlan);
    const first = printed((await sample.slipway('gates')).out, 'approve');
    expect(first.slice(2)).toEqual(['--seen', expect.stringMatching(/^[0-9a-f]{10}$/)]);
    const edited = await sample.slipway('revise', '--edit');
    expect([edited.exit, edited.err]).toEqual([7, expect.stringContaining('The plan is changed')]);
    const { launches } = await sample.json('status');
    const late = await sample.slipway(...first);
    expect([late.exit, late.err]).toEqual([6, expect.stringContaining('is not what you saw any more')]);
    expect(late.err).toContain('What changed since:\n- what its tasks, risks or questions say');
    expect(await sample.json('status')).toMatchObject({ stage: 'plan-review', launches });
    const second = printed(late.err.slice(late.err.indexOf('What is asked now:')), 'approve');
    expect(second).not.toEqual(first);
    const approved = await sample.slipway(...second);
    expect([approved.exit, approved.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
  });

  test.each([['status'], ['list'], ['show'], ['show', 'gate'], ['explain'], ['gates']])(
    'by %s names what it decides about',
    async (...words) => {
      const sample = await prepared(atPlanGate);
      const said = await sample.slipway(...words);
      const decisions = `${said.out}${said.err}`.match(/slipway (?:approve|revise|reject) r-[^\n`]*/g) ?? [];
      for (const command of decisions) expect(command).toMatch(/ --seen [0-9a-f]{10}(?: |$)/);
      expect(decisions.length > 0 || /Next: slipway show/.test(said.err)).toBe(true);
    },
  );

  test('stands in the report of the run with what it decides about', async () => {
    const sample = await prepared(atPlanGate);
    expect(sample.filesWith('--seen').filter((file) => file.endsWith('report.html'))).toHaveLength(1);
  });

  test('for one head merges no other', async () => {
    const sample = await prepared(atMergeGate);
    const order = printed((await sample.slipway('gates')).out, 'land');
    const wrong = await sample.slipway('land', order[1] ?? '', '--seen', '0123456789');
    expect([wrong.exit, wrong.err]).toEqual([6, expect.stringContaining('is not what you saw any more')]);
    expect(wrong.err).toContain(`slipway ${order.join(' ')}`);
    expect((await sample.slipway(...order)).exit).toBe(0);
  });
});

describe('an answer that names nothing, where nobody sits', () => {
  const nothing = 'Nothing was decided: an answer names what you saw';

  async function refusedWith(sample: Sample, ...words: readonly string[]): Promise<readonly string[]> {
    const said: Said = await sample.slipway(...words);
    expect([said.exit, said.err]).toEqual([6, expect.stringContaining(nothing)]);
    return printed(said.err, words[0] ?? '');
  }

  test('decides nothing about a plan, and is told the whole command', async () => {
    const sample = await prepared(atPlanGate);
    await refusedWith(sample, 'reject');
    await refusedWith(sample, 'revise', '--comment', 'smaller');
    const command = await refusedWith(sample, 'approve');
    expect(await sample.json('status')).toMatchObject({ stage: 'plan-review', status: 'waiting' });
    expect((await sample.slipway(...command)).out).toContain('waiting: the merge gate');
  });

  test('merges and lands nothing, and is told the whole command', async () => {
    const sample = await prepared(atMergeGate);
    await refusedWith(sample, 'merge');
    const command = await refusedWith(sample, 'land', '--ff');
    expect(command).toContain('--ff');
    expect(await sample.json('status')).toMatchObject({ stage: 'merge', status: 'waiting' });
    expect((await sample.slipway(...command)).exit).toBe(0);
  });

  test('keeps the cap it named in the command it is told', async () => {
    const sample = await makeSample({ config: 'budget: { launches: 2 }\n' });
    samples.push(sample);
    await sample.slipway('run', 'Change a', '--trust', '--auto');
    const command = await refusedWith(sample, 'approve', '--raise', '9');
    expect(command.slice(-2)).toEqual(['--raise', '9']);
    expect((await sample.slipway(...command)).out).toContain('waiting: the merge gate');
  });

  test('is no answer to a question', async () => {
    const sample = await asking();
    const command = await refusedWith(sample, 'answer', '1');
    expect((await sample.slipway(...command.slice(0, -1), '1')).out).toContain('waiting: the merge gate');
  });
});

const option = (title: string): string =>
  `{"title":"${title}","pros":"","cons":"","files":["a.js"],"impact":"low"}`;

/** A run whose implementer asks until its prompt holds the answer. */
async function asking(): Promise<Sample> {
  const asks = `case "$(cat)" in
*"Option 1: Two"*) printf 'export const a = 2;\\n' > a.js; echo '{"type":"work","status":"done","summary":"Did it."}' ;;
*) echo '{"type":"needs_input","question":"Two or three?","options":[${option('Two')},${option('Three')}],"recommendation":1}' ;;
esac
`;
  const sample = await makeSample({
    config: '  c: { type: command, command: [sh, agent.sh] }\nroles: { default: s, implementer: c }\n',
    files: { 'agent.sh': asks },
  });
  samples.push(sample);
  await sample.slipway('run', 'Change a', '--trust', '--auto', '--level', 'open');
  return sample;
}

describe('an answer that names nothing, at a terminal', () => {
  test('is shown what is asked now, and counts once it is confirmed', async () => {
    const sample = await prepared(atPlanGate);
    const first = personAt(sample, ['']);
    expect(await first.types(approve, [])).toBe(7);
    expect(first.asked()).toEqual(['Approve this? [y/N] ']);
    expect(first.err()).toContain('## Task one: Change a');
    expect(first.err()).toContain('Nothing was decided; it waits for you still.');
    expect(await sample.json('status')).toMatchObject({ stage: 'plan-review' });
    const second = personAt(sample, ['y']);
    expect(await second.types(approve, [])).toBe(7);
    expect(second.out()).toContain('waiting: the merge gate');
    const third = personAt(sample, ['y']);
    expect(await third.types(land, [])).toBe(0);
    expect(third.asked()).toEqual(['Merge this? [y/N] ']);
  });

  test('is not asked once more where it says what should change', async () => {
    const sample = await prepared(atPlanGate);
    const person = personAt(sample, ['Smaller']);
    expect(await person.types(revise, [])).toBe(7);
    expect(person.asked()).toEqual(['What should change? ']);
    expect(sample.filesWith('Smaller').length).toBeGreaterThan(0);
    const mute = personAt(sample, ['']);
    expect(await mute.types(revise, [])).toBe(7);
    expect(mute.err()).toContain('Nothing was decided');
    const no = personAt(sample, ['y']);
    expect(await no.types(reject, [])).toBe(0);
    expect(no.asked()).toEqual(['Reject this? [y/N] ']);
  });

  test('is shown the question it answers', async () => {
    const sample = await asking();
    const person = personAt(sample, ['y']);
    expect(await person.types(answer, ['1'])).toBe(7);
    expect(person.err()).toContain('Two or three?');
    expect(person.out()).toContain('waiting: the merge gate');
  });

  test('is not asked at all where --seen names it', async () => {
    const sample = await prepared(atPlanGate);
    const [, , , seen = ''] = printed((await sample.slipway('gates')).out, 'approve');
    const person = personAt(sample, []);
    expect(await person.types(approve, [], { seen })).toBe(7);
    expect([person.asked(), person.out()]).toEqual([[], expect.stringContaining('waiting: the merge gate')]);
  });
});
