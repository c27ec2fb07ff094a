// YAML with places. This file owns reading a document a person wrote and saying where in it something
// stands; what it must contain belongs to its callers.

import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Document, Node, Pair } from 'yaml';

import { ConfigProblem } from './config.ts';
import { pathText } from './issues.ts';
import type { Problem } from './issues.ts';

const aliasesMax = 100;
const problemsMax = 10;

interface YamlText {
  readonly data: unknown;
  /** The problem a person is told: one line for each, with its place, in the order of the file. */
  readonly refuse: (problems: readonly Problem[]) => ConfigProblem;
}

/** Throws a ConfigProblem where the text is not YAML. */
export function readYaml(file: string, text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    strict: true,
    stringKeys: true,
    uniqueKeys: true,
    version: '1.2',
  });
  const broken = document.errors.map((error) => ({ at: error.pos[0], words: firstLine(error.message) }));
  if (broken.length > 0) throw problem(file, lines, broken);
  return {
    data: dataOf(file, document),
    refuse: (problems) =>
      problem(
        file,
        lines,
        problems.flatMap((item) => placed(document, item)),
      ),
  };
}

/** Tells on which line a key of a document that was read before stands; undefined where it is not there. */
export function linesOf(text: string): (path: readonly string[]) => number | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true });
  return (path) => {
    let node: unknown = document.contents;
    let at: number | undefined;
    for (const part of path) {
      const step: { readonly at: number; readonly value: unknown } | undefined = stepInto(node, part);
      if (step === undefined) return undefined;
      at = step.at;
      node = step.value;
    }
    return at === undefined ? undefined : lines.linePos(at).line;
  };
}

function dataOf(file: string, document: Document): unknown {
  try {
    const data: unknown = document.toJS({ maxAliasCount: aliasesMax });
    return data;
  } catch (error) {
    const why = error instanceof Error ? firstLine(error.message) : 'its aliases cannot be followed';
    throw new ConfigProblem(`${file} cannot be used as it is: ${why}. Write the values out instead.`, {
      cause: error,
    });
  }
}

interface Placed {
  readonly at: number;
  readonly words: string;
}

function problem(file: string, lines: LineCounter, all: readonly Placed[]): ConfigProblem {
  const told = all.toSorted((one, two) => one.at - two.at).slice(0, problemsMax);
  const words = told.map(({ at, words }) => {
    const { line, col } = lines.linePos(at);
    return `  line ${line}, column ${col}: ${words}`;
  });
  const more = all.length - told.length;
  return new ConfigProblem(
    [`${file} cannot be used as it is:`, ...words, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n'),
  );
}

/** Keys nobody knows are each told at their own place. */
function placed(document: Document, item: Problem): readonly Placed[] {
  const words = `${pathText(item.path, 'the file')}: ${item.message}`;
  const key = item.keys[0];
  const path = key === undefined ? item.path : [...item.path, key];
  return [{ at: placeOf(document, path), words }];
}

/** Where the last part of the path that exists begins: a key, or an entry of a list. */
function placeOf(document: Document, path: Problem['path']): number {
  let node: unknown = document.contents;
  let at = isNode(node) ? startOf(node) : 0;
  for (const part of path) {
    const step: { readonly at: number; readonly value: unknown } | undefined = stepInto(node, part);
    if (step === undefined) return at;
    at = step.at;
    node = step.value;
  }
  return at;
}

function stepInto(
  node: unknown,
  part: string | number,
): { readonly at: number; readonly value: unknown } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(part)];
    return isNode(item) ? { at: startOf(item), value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((candidate) => keyOf(candidate) === String(part));
  return pair !== undefined && isNode(pair.key) ? { at: startOf(pair.key), value: pair.value } : undefined;
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).trim();
}
