// What every section of the report is made from, and the small pieces they share.

import type { Failure } from '../failures.ts';
import type { FailureSummary } from '../patterns.ts';
import { short } from '../../words/words.ts';
import type { Story } from '../story.ts';
import type { Words } from '../texts.ts';
import type { Html } from './html.ts';
import { markup } from './html.ts';

export interface ReportParts {
  readonly story: Story;
  readonly words: Words;
  readonly failures: readonly Failure[];
  readonly summary: FailureSummary;
}

/** How a thing stands, in one of five ways. Each has a sign and a word, so that colour only repeats what is said. */
export type Tone = 'good' | 'bad' | 'busy' | 'wait' | 'off';

const signs: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', busy: '●', wait: '◐', off: '–' };

export function mark(tone: Tone, word: string): Html {
  return markup`<span class="mark ${tone}"><span aria-hidden="true">${signs[tone]}</span> ${word}</span>`;
}

export function section(id: string, title: string, body: Html | undefined): Html {
  return markup`<section id="${id}">
    <h2>${title}</h2>
    ${body}
  </section> `;
}

export function hash(value: string): Html {
  return markup`<code title="${value}">${short(value)}</code>`;
}

export function facts(rows: readonly (readonly [string, Html | string | undefined])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined);
  return markup`<dl class="facts">
    ${shown.map(
      ([name, value]) =>
        markup`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** On a narrow screen every cell stands on a line of its own, so it carries the name of its column. */
export function table(columns: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  const head = columns.map((name) => markup`<th scope="col">${name}</th>`);
  const body = rows.map(
    (row) =>
      markup`<tr>
        ${row.map((cell, index) => markup`<td data-label="${columns[index]}">${cell}</td>`)}
      </tr> `,
  );
  return markup`<table>
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;
}

export function more(title: Html | string, body: Html, open: 'open' | 'closed' = 'closed'): Html {
  const start = open === 'open' ? markup`<details open>` : markup`<details>`;
  return markup`${start}<summary>${title}</summary>${body}</details>`;
}

export function command(text: string): Html {
  return markup`<code class="command">${text}</code>`;
}
