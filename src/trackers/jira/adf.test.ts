import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { markdownOf } from './adf.ts';

const doc = (...content: readonly unknown[]): unknown => ({ type: 'doc', version: 1, content });
const text = (words: string, ...marks: readonly unknown[]): unknown => ({ type: 'text', text: words, marks });
const p = (...content: readonly unknown[]): unknown => ({ type: 'paragraph', content });
const li = (...content: readonly unknown[]): unknown => ({ type: 'listItem', content });

describe('a document of Jira becomes Markdown', () => {
  test('with headings, paragraphs, marks and breaks', () => {
    expect(
      markdownOf(
        doc(
          { type: 'heading', attrs: { level: 2 }, content: [text('What is wrong')] },
          p(
            text('The '),
            text('total ', { type: 'strong' }),
            text('is'),
            { type: 'hardBreak' },
            text('wrong', { type: 'em' }, { type: 'strike' }),
            text(' in '),
            text('a`b', { type: 'code' }),
            text(', see '),
            text('the page', { type: 'link', attrs: { href: 'https://example.com/a b(c)' } }),
          ),
          { type: 'rule' },
        ),
      ),
    ).toBe(
      '## What is wrong\n\nThe **total** is\n*~~wrong~~* in `` a`b ``, see [the page](https://example.com/a%20b%28c%29)\n\n---',
    );
  });

  test('with lists in lists, numbers and boxes', () => {
    expect(
      markdownOf(
        doc(
          {
            type: 'bulletList',
            content: [
              li(p(text('one')), {
                type: 'orderedList',
                attrs: { order: 3 },
                content: [li(p(text('deep')))],
              }),
              li(p(text('two')), p(text('more'))),
            ],
          },
          {
            type: 'taskList',
            content: [
              { type: 'taskItem', attrs: { state: 'DONE' }, content: [text('done')] },
              { type: 'taskItem', attrs: { state: 'TODO' }, content: [text('open')] },
              {
                type: 'taskList',
                content: [{ type: 'taskItem', attrs: { state: 'TODO' }, content: [text('inner')] }],
              },
            ],
          },
        ),
      ),
    ).toBe('- one\n  3. deep\n- two\n\n  more\n\n- [x] done\n- [ ] open\n  - [ ] inner');
  });

  test('with code whose fence is longer than any inside it, quotes and panels', () => {
    expect(
      markdownOf(
        doc(
          { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('const a = `\n```\n`;')] },
          { type: 'blockquote', content: [p(text('said')), p(text('so'))] },
          { type: 'panel', attrs: { panelType: 'warning' }, content: [p(text('Mind this'))] },
        ),
      ),
    ).toBe('````ts\nconst a = `\n```\n`;\n````\n\n> said\n>\n> so\n\n> **Warning**\n>\n> Mind this');
  });

  test('with a table whose cells are one line each, and short rows filled up', () => {
    const cell = (type: string, words: string): unknown => ({ type, content: [p(text(words))] });
    expect(
      markdownOf(
        doc({
          type: 'table',
          content: [
            { type: 'tableRow', content: [cell('tableHeader', 'in'), cell('tableHeader', 'out')] },
            {
              type: 'tableRow',
              content: [
                cell('tableCell', 'a|b'),
                { type: 'tableCell', content: [p(text('x')), p(text('y'))] },
              ],
            },
            { type: 'tableRow', content: [cell('tableCell', 'only')] },
          ],
        }),
      ),
    ).toBe('| in | out |\n| --- | --- |\n| a\\|b | x<br>y |\n| only |  |');
  });

  test('with people, dates, states, cards and pictures by their names', () => {
    expect(
      markdownOf(
        doc(
          p(
            { type: 'mention', attrs: { id: '5b', text: '@Ann' } },
            text(' '),
            { type: 'emoji', attrs: { shortName: ':smile:', text: '😄' } },
            text(' '),
            { type: 'date', attrs: { timestamp: '1767225600000' } },
            text(' '),
            { type: 'status', attrs: { text: 'BLOCKED' } },
            text(' '),
            { type: 'inlineCard', attrs: { url: 'https://example.com/x' } },
          ),
          {
            type: 'mediaSingle',
            content: [{ type: 'media', attrs: { id: 'f1', type: 'file', alt: 'screen[1].png' } }],
          },
        ),
      ),
    ).toBe(
      '@Ann 😄 2026-01-01 [BLOCKED] https://example.com/x\n\n[picture or file: screen 1 .png](attached-to-the-ticket)',
    );
  });

  test('and a node nobody knows gives the text inside it', () => {
    const strange = {
      type: 'hologram',
      attrs: { x: 1 },
      content: [p(text('kept')), { type: 'shimmer', text: 'too' }],
    };
    expect(markdownOf(doc(strange))).toBe('kept\n\ntoo');
    expect(markdownOf(doc(p(text('click', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))))).toBe(
      'click',
    );
  });

  test('and what is deeper or longer than anybody writes is left out and told', () => {
    let deep: unknown = p(text('bottom'));
    for (let level = 0; level < 5_000; level += 1) deep = { type: 'blockquote', content: [deep] };
    expect(markdownOf(doc(deep))).toContain('nested deeper');
    expect(markdownOf(doc(deep))).not.toContain('bottom');
    const long = markdownOf(doc(p(text('x'.repeat(3_000_000)))));
    expect(long.length).toBeLessThan(2_100_000);
    expect(long).toContain('too long and was left out');
  });
});

/** Documents with all that has a meaning, in places where it has one and where it has none. */
const { document } = fc.letrec((tie) => ({
  document: fc.record(
    {
      type: fc.oneof(
        fc.constantFrom(
          ...'doc paragraph heading bulletList orderedList listItem taskList taskItem decisionList codeBlock blockquote panel rule table tableRow tableCell tableHeader text hardBreak mention emoji date status inlineCard media mediaSingle expand extension unheard'.split(
            ' ',
          ),
        ),
        fc.anything(),
      ),
      text: fc.oneof(fc.string(), fc.anything()),
      attrs: fc.oneof(
        fc.record({
          level: fc.anything(),
          order: fc.anything(),
          url: fc.anything(),
          timestamp: fc.anything(),
        }),
        fc.anything(),
      ),
      marks: fc.oneof(
        fc.array(fc.record({ type: fc.constantFrom('strong', 'em', 'code', 'link'), attrs: fc.anything() })),
        fc.anything(),
      ),
      content: fc.oneof({ maxDepth: 4 }, fc.anything(), fc.array(tie('document'), { maxLength: 3 })),
    },
    { requiredKeys: [] },
  ),
}));

test('whatever is given comes out as text, and the same text every time', () => {
  fc.assert(
    fc.property(fc.oneof(document, fc.anything()), (given) => {
      const once = markdownOf(given);
      expect(typeof once).toBe('string');
      expect(markdownOf(structuredClone(given))).toBe(once);
    }),
    { numRuns: 300 },
  );
});

test('no words of a paragraph are lost', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 8 }), (words) => {
      const found = markdownOf(doc(...words.map((word) => p(text(word))))).split('\n\n');
      expect(found).toEqual(words);
    }),
  );
});
