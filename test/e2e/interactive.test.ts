// What a person at a terminal is asked, and what their answers do.

import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { command as land } from '../../src/cli/commands/land.ts';
import { command as revise } from '../../src/cli/commands/revise.ts';
import { command as run } from '../../src/cli/commands/run.ts';
import { personAt } from '../support/person.ts';
import type { Sample, SampleOptions } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

async function sampleWith(options: SampleOptions = {}): Promise<Sample> {
  const sample = await makeSample(options);
  samples.push(sample);
  return sample;
}

const planQuestion = '[a]pprove, [e]dit, [r]evise, re[j]ect, [q]uit: ';

describe('a person at a terminal', () => {
  test('trusts the commands once, reads the plan, revises it, approves it, and is not asked about the merge', async () => {
    const sample = await sampleWith();
    const person = personAt(sample, ['y', 'what', 'r', 'Name it better', 'a']);
    expect(await person.types(run, ['Change a'])).toBe(7);
    expect(person.asked()).toEqual([
      'Run them? [y/N] ',
      planQuestion,
      planQuestion,
      'What should change? ',
      planQuestion,
    ]);
    expect(person.err()).toContain('## Task one: Change a');
    expect(person.err()).toContain('Scope: 1 task, 1 file, tier TRIVIAL.');
    expect(person.out()).toContain('waiting: the merge gate');
    expect(sample.filesWith('Name it better').length).toBeGreaterThan(0);
    const later = personAt(sample, ['y']);
    expect(await later.types(land, [])).toBe(0);
    expect(later.asked()).toEqual(['Merge this? [y/N] ']);
  });

  test('edits the plan in their editor, is told what is wrong with it, and approves what they made of it', async () => {
    const sample = await sampleWith();
    const edits = [
      (text: string) => text.replace('dependsOn: []', 'dependsOn: [nobody]'),
      // What was not taken is not lost: it is what is edited next.
      (text: string) => text.replace('[nobody]', '[]').replaceAll('Change a', 'Change a with care'),
    ];
    const opened: string[] = [];
    const edit = async (file: string): Promise<undefined> => {
      const change = edits.shift() ?? ((text) => text);
      const text = await readFile(file, 'utf8');
      opened.push(text);
      await writeFile(file, change(text));
      return undefined;
    };
    const person = personAt(sample, ['y', 'e', 'e', 'e', 'a'], false, edit);
    expect(await person.types(run, ['Change a'])).toBe(7);
    expect(person.err()).toMatch(/The plan of run r-\w+ was not changed.*\n- .*nobody/);
    expect(person.err()).toMatch(/What you wrote is in (\S+plan\.yaml); `slipway revise --edit --from \1`/);
    expect(opened[1]).toContain('dependsOn: [nobody]');
    expect(person.err()).toContain('The plan is changed');
    expect(person.err()).toContain('Nothing was changed, so the plan stays as it is.');
    expect(person.err()).toContain('## Task one: Change a with care');
    expect(person.out()).toContain('waiting: the merge gate');
  });

  test('goes on in another command with a plan that was not taken', async () => {
    const sample = await sampleWith({ config: 'gates: { plan: true }\n' });
    expect((await sample.slipway('run', 'Change a', '--trust')).exit).toBe(7);
    const opened: string[] = [];
    const edit = async (file: string): Promise<undefined> => {
      opened.push(await readFile(file, 'utf8'));
      await writeFile(file, `${opened.at(-1)?.replace('dependsOn: []', 'dependsOn: [nobody]')}# and more\n`);
      return undefined;
    };
    const first = personAt(sample, [], false, edit);
    expect(await first.types(revise, [], { edit: true })).toBe(6);
    const file = /What you wrote is in (\S+);/.exec(first.err())?.[1] ?? '';
    const second = personAt(sample, [], false, edit);
    expect(await second.types(revise, [], { edit: true, from: file })).toBe(6);
    expect(opened[1]).toContain('dependsOn: [nobody]');
    await expect(second.types(revise, [], { edit: true, from: 'no-such-file' })).rejects.toThrow(
      'Name the file',
    );
  });

  test('may decide later, and nothing is lost', async () => {
    const sample = await sampleWith();
    const person = personAt(sample, ['y', 'q']);
    expect(await person.types(run, ['Change a'])).toBe(7);
    expect(person.out()).toContain('waiting: the plan gate');
    expect(person.err()).toMatch(/slipway approve r-\w+/);
  });

  test('who trusts nothing starts nothing', async () => {
    const sample = await sampleWith();
    const person = personAt(sample, ['']);
    expect(await person.types(run, ['Change a'])).toBe(7);
    expect(person.err()).toContain('Nothing was started');
    expect(await sample.json('list')).toMatchObject({ runs: [] });
  });

  test('is asked about changes that are not committed, and may stop there', async () => {
    const sample = await sampleWith();
    await sample.repository.write('a.js', 'export const a = 9;\n');
    const person = personAt(sample, ['y', 'n']);
    expect(await person.types(run, ['Change a'])).toBe(7);
    expect(person.asked().at(-1)).toBe(
      'Go on from the last commit without the changes that are not committed [y], include them as the first commit of the change [i], or stop [N]? ',
    );
    expect(person.err()).toContain('Note: The checkout has changes that are not committed (a.js).');
    expect(await sample.json('list')).toMatchObject({ runs: [] });
  });

  test('sees progress drawn over in place, and gets the cursor back', async () => {
    const sample = await sampleWith();
    const person = personAt(sample, [], true);
    expect(await person.types(run, ['Change a'], { auto: true, trust: true })).toBe(7);
    const escape = String.fromCodePoint(0x1b);
    expect(person.err()).toContain('implementation (stage 6 of 12)');
    expect(person.err().lastIndexOf(`${escape}[?25h`)).toBeGreaterThan(
      person.err().lastIndexOf(`${escape}[?25l`),
    );
    expect(person.out()).toMatch(/^r-\w+ waiting: the merge gate\n/);
  });

  test('raises a budget with a number', async () => {
    const sample = await sampleWith({ config: 'budget: { launches: 2 }\n' });
    const person = personAt(sample, ['9']);
    expect(await person.types(run, ['Change a'], { auto: true, trust: true })).toBe(7);
    expect(person.err()).toContain('A number instead of a letter is the new cap, in launches.');
    expect(person.out()).toContain('waiting: the merge gate');
  });
});
