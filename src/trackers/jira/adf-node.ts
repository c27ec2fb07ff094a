// A node of an Atlassian document, read from data that may be anything.

import { isRecord } from '../../plain/json.ts';

export interface AdfNode {
  readonly type: string;
  readonly text: string | undefined;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly marks: readonly AdfNode[];
  readonly content: readonly unknown[];
}

export function nodeIn(value: unknown): AdfNode | undefined {
  if (!isRecord(value)) return undefined;
  const { type, text, attrs, marks, content } = value;
  return {
    type: typeof type === 'string' ? type : '',
    text: typeof text === 'string' ? text : undefined,
    attrs: isRecord(attrs) ? attrs : {},
    marks: nodesIn(marks),
    content: Array.isArray(content) ? content : [],
  };
}

export function childrenOf(node: AdfNode): readonly AdfNode[] {
  return nodesIn(node.content);
}

/** An attribute as text; undefined where there is none. */
export function attribute({ attrs }: AdfNode, name: string): string | undefined {
  const value = attrs[name];
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

function nodesIn(values: unknown): readonly AdfNode[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value) => {
    const node = nodeIn(value);
    return node === undefined ? [] : [node];
  });
}
