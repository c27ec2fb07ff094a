import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { answered, drive, refinedAnswer, unclear } from '../../../test/support/core.ts';
import { tell } from '../../../test/support/told.ts';
import { artifactsOf } from './artifacts.ts';

const texts = new Map([
  [
    'ticket',
    '# T-1: Make it better\n\nIt is slow.\n\n## 배경\n\nMany ask.\n\n## Mandates\n\nSee below.\n\n' +
      '## Mandates\n\n- M1: You must use zod.\n\n## Acceptance criteria\n\n- c1: Make it better\n',
  ],
  [
    'refined',
    '# The ticket, made clear\n\nLoad 50.\n\n## Acceptance criteria\n\n- c2: At most 50 are read\n',
  ],
  ['mandates', '- M1: You must use zod.\n'],
]);

async function filesOf(isRefined: boolean): Promise<(path: string) => string> {
  const ticket = {
    ...unclear,
    commitType: 'feat' as const,
    mandates: ['M1'],
    mandatesBlob: 'mandates',
    hidden: ['html-comment'],
    missing: ['acceptance_criteria' as const],
    labels: ['ui'],
    author: 'ann',
  };
  const driver = drive({ ticket });
  for (const kind of ['reserve', 'fetch-ticket', 'survey'] as const) driver.perform(kind);
  if (isRefined) driver.perform('ask', 'interpreter', answered(refinedAnswer(['c2'])));
  const files = await artifactsOf(tell(driver.events()), (blob) => Promise.resolve(texts.get(blob)));
  return (path) => files.find((file) => file.path === path)?.text ?? '';
}

test('[I1] ticket.json shows the parts of a ticket under one name each, and what code found out about it', async () => {
  const file = await filesOf(false);
  expect(JSON.parse(file('ticket.json'))).toMatchObject({
    commit_type: 'feat',
    labels: ['ui'],
    author: 'ann',
    hidden_text_removed: ['html-comment'],
    clarity: { verdict: 'ambiguous', reasons: ["'better' leaves open how much is meant"] },
    missing_fields: ['acceptance_criteria'],
    acceptance_criteria: [{ id: 'c1', text: 'Make it better' }],
    mandates: [{ id: 'M1', text: 'You must use zod.' }],
    fields: { description: 'It is slow.', background: 'Many ask.', constraints: 'See below.' },
    refined: null,
  });
  expect(parse(file('prompt.yaml'))).toMatchObject({ mandates: [{ id: 'M1', text: 'You must use zod.' }] });
});

test('[I2] a refined ticket is shown with its criteria beside the words it was made from', async () => {
  const file = await filesOf(true);
  const ticket: unknown = JSON.parse(file('ticket.json'));
  expect(ticket).toMatchObject({
    acceptance_criteria: [{ id: 'c2', text: 'At most 50 are read' }],
    text: texts.get('ticket'),
    refined: texts.get('refined'),
  });
  expect(parse(file('prompt.yaml'))).toMatchObject({ refined_prompt: texts.get('refined') });
});
