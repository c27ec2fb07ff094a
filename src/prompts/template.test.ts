import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packageFile } from '../config/package-file.ts';
import { ConfigProblem } from '../config/config.ts';
import { loadConfig } from '../config/load.ts';
import { roles } from '../core/roles/modes.ts';
import { createPrompts } from './render.ts';
import type { TemplatePlace } from './template.ts';
import { readTemplate } from './template.ts';

const values: Readonly<Record<TemplatePlace, string>> = {
  attempt: '',
  rules: 'RULES',
  task: '',
  checks: 'CHECKS',
  data: 'DATA with {{answer}} in it',
  answer: 'ANSWER',
};
const least = 'Do it.\n\n{{rules}}\n\n{{data}}\n\n{{answer}}\n';

function problemsOf(text: string): readonly string[] {
  const made = readTemplate(text);
  return made.ok ? [] : made.problems;
}

describe('a template', () => {
  test('is filled once: what stands in a value fills nothing (TEMPLATE-2)', () => {
    const made = readTemplate(`{{attempt}}\n\n${least}`);
    expect(made.ok && made.template.filled(values)).toBe(
      'Do it.\n\nRULES\n\nDATA with {{answer}} in it\n\nANSWER\n',
    );
  });

  test('leaves no hole where a value is empty', () => {
    const made = readTemplate(
      'Begin.\n\n{{task}}\n\n{{attempt}}\n\n{{rules}}\n\n{{data}}\n\n{{answer}}\n\nEnd.\n',
    );
    expect(made.ok && made.template.filled({ ...values, data: 'DATA' })).toBe(
      'Begin.\n\nRULES\n\nDATA\n\nANSWER\n\nEnd.\n',
    );
  });

  test.each([
    ['without the rules', least.replace('{{rules}}', ''), '{{rules}} is missing'],
    ['without the data', least.replace('{{data}}', ''), '{{data}} is missing'],
    ['without the answer', least.replace('{{answer}}', ''), '{{answer}} is missing'],
    [
      'with a place nobody knows',
      `${least}{{dta}}`,
      '{{dta}} is not a place Slipway fills; did you mean {{data}}?',
    ],
    ['with a place twice', `${least}{{data}}`, '{{data}} stands there twice'],
    [
      'that is far too long',
      `${least}${'x'.repeat(60_000)}`,
      'it has 60040 characters; at most 60000 are allowed',
    ],
  ])('%s is refused (T1)', (_name, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test.each(roles)('of the %s holds, shows a good answer and says what is worth nothing', (role) => {
    const text = readFileSync(packageFile(`prompts/${role}.md`), 'utf8');
    expect(problemsOf(text)).toEqual([]);
    expect(text).toMatch(/^```json$/m);
    expect(text).toMatch(/Answers that are worth nothing:\n\n- /);
    expect(text.length).toBeLessThan(12_000);
  });
});

const read = (files: Readonly<Record<string, string>>) =>
  loadConfig({ read: (file) => Promise.resolve(files[file]), cores: 2 });

describe("a team's own template", () => {
  test('takes the place of ours, and the rules, the data and the schema stay', async () => {
    const template = least.replace('Do it.', 'Review as the team does: look at the logs first.');
    const { prompts } = await read({ '.slipway/prompts/reviewer.md': template });
    expect(Object.keys(prompts ?? {})).toEqual(['reviewer']);
    const prompt = createPrompts().render({
      role: 'reviewer',
      template: prompts?.reviewer ?? '',
      ordinal: 1,
      failedTries: 0,
      ticket: { id: 'T-1', title: 'A ticket' },
      pieces: [],
      checks: [],
    });
    expect(prompt).toContain('look at the logs first');
    for (const part of ['Rules that always hold', 'Never run git', '## Data', 'JSON Schema']) {
      expect(prompt).toContain(part);
    }
  });

  test('that does not hold is refused before a run starts, with its file', async () => {
    const wrong = read({ '.slipway/prompts/planner.md': 'Plan well. {{tickets}}' });
    await expect(wrong).rejects.toThrow(ConfigProblem);
    await expect(wrong).rejects.toThrow('.slipway/prompts/planner.md: {{rules}} is missing');
  });

  test('is not missed where there is none', async () => {
    expect((await read({})).prompts).toBeUndefined();
  });
});
