// A role's template: Markdown with places to fill. This file owns what a template must hold and how it is filled.
//
// Invariants
//   TEMPLATE-1. Rendering is strict: a place nobody knows, or a missing one that every prompt needs, makes no template.
//   TEMPLATE-2. Values are put in once and never looked at again: what stands in them fills nothing.

import { closest } from '../config/closest.ts';

/** Where a template says what goes where. `rules`, `data` and `answer` have to be in every one. */
export const places = ['attempt', 'rules', 'task', 'checks', 'data', 'answer'] as const;
export type TemplatePlace = (typeof places)[number];
const needed: readonly TemplatePlace[] = ['rules', 'data', 'answer'];

const charsMax = 60_000;

export interface Template {
  readonly filled: (values: Readonly<Record<TemplatePlace, string>>) => string;
}

export type ReadTemplate =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly problems: readonly string[] };

export function readTemplate(text: string): ReadTemplate {
  if (text.length > charsMax) {
    return { ok: false, problems: [`it has ${text.length} characters; at most ${charsMax} are allowed`] };
  }
  // Every second part is the inside of a pair of braces.
  const parts = text.replaceAll('\r\n', '\n').split(/\{\{([^{}\n]*)\}\}/);
  const names = parts.filter((_, index) => index % 2 === 1).map((name) => name.trim());
  const problems = [
    ...names.filter((name) => !isPlace(name)).map(unknown),
    ...needed.filter((place) => !names.includes(place)).map((place) => `{{${place}}} is missing`),
    ...places
      .filter((place) => names.filter((name) => name === place).length > 1)
      .map((place) => `{{${place}}} stands there twice`),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, template: { filled: filling(parts) } };
}

function filling(parts: readonly string[]): Template['filled'] {
  return (values) => {
    const filled = parts.map((part, index) => {
      if (index % 2 === 0) return part;
      const name = part.trim();
      return isPlace(name) ? values[name] : '';
    });
    // An empty value leaves no hole behind, and nothing inside a value is touched: values keep their own lines.
    return `${filled.reduce((text, part) => joined(text, part), '').trim()}\n`;
  };
}

/** Not more than one empty line where two parts meet. */
function joined(before: string, after: string): string {
  if (before.endsWith('\n\n')) return before + after.replace(/^\n+/, '');
  return before + after;
}

function unknown(name: string): string {
  const meant = closest(name, places);
  return `{{${name}}} is not a place Slipway fills; ${meant === undefined ? `known are ${places.join(', ')}` : `did you mean {{${meant}}}?`}`;
}

function isPlace(name: string): name is TemplatePlace {
  return places.some((place) => place === name);
}
