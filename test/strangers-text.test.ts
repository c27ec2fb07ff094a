// Whoever may write a ticket or a comment may write anything into it. What reads such words takes time in proportion to them: one
// process looks after all runs, so a text that takes minutes stops every one of them.

import { describe, expect, test } from 'vitest';
import { clarityOf } from '../src/core/ticket/clarity.ts';
import { criteriaOf } from '../src/core/ticket/criteria.ts';
import { mandatesOf } from '../src/core/ticket/mandates.ts';
import { proseOf } from '../src/core/ticket/markdown.ts';
import { missingFields } from '../src/core/ticket/missing.ts';
import { fieldsOf } from '../src/core/ticket/sections.ts';
import { branchOf } from '../src/core/ticket/ticket.ts';
import { isWish, wishesInCode } from '../src/core/ticket/wishes.ts';
import { workOf } from '../src/core/ticket/work-type.ts';
import { subjectOf } from '../src/effects/delivery/commit-message.ts';
import { redactedIn } from '../src/effects/delivery/redacted.ts';
import { summary } from '../src/effects/delivery/what-was-done.ts';
import { markerIn, withoutMarker } from '../src/forges/github/marker.ts';
import { remoteOf } from '../src/github/address.ts';
import { garbledAnswer, refusalOf } from '../src/github/sentences.ts';
import { fenced } from '../src/prompts/fence.ts';
import { lastObject } from '../src/prompts/find-json.ts';
import { reveal } from '../src/screening/hidden.ts';
import { createScreener } from '../src/screening/screen.ts';
import { markedIn } from '../src/trackers/github/marker.ts';
import { markdownOf } from '../src/trackers/jira/adf.ts';
import { commentToSend } from '../src/trackers/jira/comment.ts';
import { addressIn } from '../src/trackers/jira/reference.ts';
import { markdownOfWiki } from '../src/trackers/jira/wiki.ts';
import { ticketFromParts, ticketFromText } from '../src/trackers/local/read-ticket.ts';

const charsMost = 100_000;
/** Of the processor, not of the clock: others are at work on this machine too. */
const cpuMsMax = 3_000;

const screener = createScreener();
const headers = new Headers();
const asked = { method: 'GET', path: '/', host: 'github.com', source: 'a token' };
const zero = {
  plan: 0,
  design: 0,
  bug: 0,
  simplify: 0,
  review: 0,
  fix: 0,
  replan: 0,
  coverage: 0,
  triage: 0,
  rebase: 0,
  pushes: 0,
};

function paragraph(text: string, mark?: string): object {
  const marks = mark === undefined ? [] : [{ type: mark, attrs: { href: 'https://example.org' } }];
  return { type: 'paragraph', content: [{ type: 'text', text, marks }] };
}

function documentWith(...content: readonly object[]): object {
  return { type: 'doc', content };
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a ticket of text': (text) => ticketFromText(text, { now: 0 }),
  'a ticket with front matter': (text) =>
    ticketFromText(`---\ntitle: One\ncriteria: |\n  ${text}\n---\n${text}`, { now: 0 }),
  'a ticket.json': (text) =>
    ticketFromText(JSON.stringify({ title: 'One', body: text, criteria: text }), {
      name: 'ticket.json',
      now: 0,
    }),
  'a file that is called JSON': (text) => ticketFromText(text, { name: 'ticket.json', now: 0 }),
  'the parts of a ticket': (text) =>
    ticketFromParts({
      id: 'A-1',
      title: text,
      body: text,
      type: text,
      labels: [text],
      author: { name: text },
    }),
  'criteria in a body': (text) => criteriaOf('Fix it', text),
  'criteria under a heading': (text) => criteriaOf('Fix it', `# Criteria\n\n${text}`),
  'criteria in a title': (text) => criteriaOf(text, 'It should be so.'),
  'criteria in code': (text) => criteriaOf('Fix it', `\`\`\`\n${text}\n\`\`\``),
  'how clear a ticket is': (text) =>
    clarityOf({ title: text, body: text, criteria: 'title', isTyped: false }),
  mandates: (text) => mandatesOf(text, text),
  'what a ticket lacks': (text) => missingFields({ type: 'bugfix', body: text, criteria: 'title' }),
  'the fields of a ticket': fieldsOf,
  'the prose of a ticket': proseOf,
  'a wish': isWish,
  'comments in code': (text) => wishesInCode(text.split('\n')),
  'the type of work': (text) => workOf({ title: text, body: text, declared: [text] }),
  'the name of a branch': (text) => branchOf({ id: text, title: text, workType: 'fix' }),
  'hidden text': reveal,
  'attributes of an element': (text) => reveal(`<b ${text.slice(0, 1_900)}>`.repeat(100)),
  'secrets in a text': (text) => screener.redact(text),
  'a text of Jira Cloud': markdownOf,
  'words in a document': (text) => markdownOf(documentWith(paragraph(text))),
  'strong words in a document': (text) => markdownOf(documentWith(paragraph(text, 'strong'))),
  'a link in a document': (text) => markdownOf(documentWith(paragraph(text, 'link'))),
  'code in a document': (text) =>
    markdownOf(
      documentWith(paragraph(text, 'code'), { type: 'codeBlock', content: [{ type: 'text', text }] }),
    ),
  'a heading in a document': (text) =>
    markdownOf(documentWith({ type: 'heading', content: [{ type: 'text', text }] })),
  'a table in a document': (text) =>
    markdownOf(
      documentWith({
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(text)] }] }],
      }),
    ),
  'names and titles in a document': (text) =>
    markdownOf(
      documentWith(
        { type: 'media', attrs: { alt: text, url: `https://${text}` } },
        { type: 'expand', attrs: { title: text }, content: [paragraph(text)] },
      ),
    ),
  'wiki text': markdownOfWiki,
  'a comment for Jira': (text) => commentToSend({ marker: 'one', body: text }, 'cloud'),
  'an address of Jira': (text) => addressIn(`https://jira.example.org/${text}`),
  'an address of GitHub': (text) => remoteOf(`https://github.com/${text}`, {}),
  'the marker of a pull request': markerIn,
  'what stands before a marker': withoutMarker,
  'the marker of an issue': markedIn,
  'an answer that is none': (text) => garbledAnswer(asked, { status: 200, headers, text }, ''),
  'a refusal': (text) =>
    refusalOf(asked, { status: 403, headers, text: JSON.stringify({ message: text }) }, 0),
  'data for a prompt': (text) => fenced({ name: text, origin: text, text }),
  'an answer of an agent': lastObject,
  'the subject of a commit': (text) => subjectOf('fix', text),
  'how a pull request opens': (text) => summary({ rounds: zero }, { analysis: text, plan: text }),
  'what was taken out': (text) => redactedIn(undefined, text),
};

const units: readonly string[] = [
  ' ',
  '\n',
  '\t',
  '\r\n',
  ' \n',
  '<!--',
  '[',
  '*',
  '`',
  '|',
  '(',
  '{{',
  '{color:',
  '[~',
  '/',
  '.',
  '#',
  '-',
  '"',
  '<b ',
  '<!-- slipway ',
  '\n# should be',
  'when then ',
  'expect ',
  '`a (',
  'http://.',
];

/** One thing over and over, alone and between words; and all of them mixed. */
function textsOf(chars: number): readonly (readonly [string, string])[] {
  const many = (unit: string): string => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);
  const alone = units.slice(0, 10).map((unit) => [JSON.stringify(unit), many(unit)] as const);
  const between = units.map(
    (unit) => [`words around ${JSON.stringify(unit)}`, `one ${many(unit)} two`] as const,
  );
  const code = [' ', '#', '//', '- '].map(
    (unit) => [`a comment of ${JSON.stringify(unit)}`, `# ${many(unit)}must bee`] as const,
  );
  return [
    ...alone,
    ...between,
    ...code,
    ['all of them', many(units.join(''))],
    ['a fault', `${many('when then ')}crash`],
  ];
}

/** Longer and longer, so that what takes for ever is told early. */
const ladder = [charsMost / 16, charsMost];

describe('words of strangers are read in a time that follows their length', () => {
  test.each(Object.keys(readers))('%s', (name) => {
    const read = readers[name];
    const slow: string[] = [];
    for (const chars of ladder) {
      if (slow.length > 0) break;
      for (const [what, text] of textsOf(chars)) {
        const before = process.cpuUsage();
        read?.(text);
        const { user, system } = process.cpuUsage(before);
        const ms = (user + system) / 1_000;
        if (ms > (cpuMsMax * chars) / charsMost + slackMs)
          slow.push(`${what}: ${Math.round(ms)} ms for ${chars}`);
      }
    }
    expect(slow).toEqual([]);
  });
});

/** What a collection of garbage or a compilation may take in between. */
const slackMs = 200;
