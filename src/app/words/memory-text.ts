// What is remembered, for a terminal. Pure.

import type { RepositoryFact } from '../../core/memory/facts.ts';
import { confirmedAt } from '../../core/memory/facts.ts';
import { agesOf } from '../../core/memory/recall.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Style } from './style.ts';
import { table } from './columns.ts';
import { age } from '../../views/words/words.ts';

interface FactListOptions {
  readonly style: Style;
  readonly width: number;
  readonly now: number;
  /** Several repositories are shown together. */
  readonly isWide: boolean;
}

export function renderFacts(facts: readonly RepositoryFact[], options: FactListOptions): string {
  const { style, width, now, isWide } = options;
  const place = isWide ? ['REPOSITORY'] : [];
  const head = ['ID', 'STATE', 'SCOPE', 'KIND', 'AGE', ...place, 'KEY', 'TEXT'].map(style.dim);
  const rows = facts.map((fact) => [
    style.bold(fact.id),
    `${stateWord(fact, style)}${agesOf(fact, now) > 0 ? style.dim(', old') : ''}`,
    fact.scope,
    fact.kind,
    age(now - fact.changedAt),
    ...(isWide ? [line(fact.repository)] : []),
    line(fact.key),
    line(fact.text),
  ]);
  return table([head, ...rows], width);
}

function stateWord({ state }: RepositoryFact, style: Style): string {
  switch (state) {
    case 'candidate':
      return style.yellow(state);
    case 'promoted':
      return style.green(state);
    case 'withdrawn':
      return style.dim(state);
  }
}

/** `words` are all a person said, where the fact has only a line of it. */
export function renderFact(
  fact: RepositoryFact,
  words: string | undefined,
  { style, now }: Pick<FactListOptions, 'style' | 'now'>,
): string {
  const said = fact.by === undefined ? [] : [['by', line(fact.by.who)]];
  const place = fact.supersededBy === undefined ? [] : [['in its place', fact.supersededBy]];
  const before = fact.supersedes === undefined ? [] : [['in place of', fact.supersedes]];
  const paths = fact.paths === undefined ? [] : [['files', fact.paths.map(line).join(', ')]];
  const sources = fact.sources.map(({ run, stage, task, who, rule }) => [
    'noticed',
    [`run ${run}`, stage, task === undefined ? '' : `task ${task}`, rule, who ?? '']
      .filter((part) => part !== '')
      .map(line)
      .join(', '),
  ]);
  const rows = [
    ['state', `${fact.state}, for this ${fact.scope}`],
    ...(agesOf(fact, now) > 0
      ? [['old', `not seen for ${age(now - confirmedAt(fact))}: it counts less, and roles are told its age`]]
      : []),
    ['kind', `${fact.kind}, words of ${originWords[fact.origin]}`],
    ['repository', line(fact.repository)],
    ...paths,
    ...said,
    ...before,
    ...place,
    ...sources,
    ...(fact.confirmed === undefined
      ? []
      : [['seen again', `run ${line(fact.confirmed.run)}, ${age(now - fact.confirmed.at)} ago`]]),
    ...(fact.heard ?? []).map(({ text, run }) => ['also said as', `${line(text)} (run ${line(run)})`]),
  ];
  const body = forTerminal(words ?? fact.text).trimEnd();
  return `${style.bold(fact.id)}  ${line(fact.key)}\n\n${body}\n\n${table(rows)}`;
}

const originWords: Readonly<Record<RepositoryFact['origin'], string>> = {
  person: 'a person',
  slipway: 'Slipway',
  reviewer: 'a reviewer',
  program: 'a program',
};

function line(text: string): string {
  return forTerminal(text).replaceAll(/\s+/g, ' ').trim();
}
