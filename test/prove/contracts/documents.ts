// Every GraphQL document that stands in the source as a text of its own, held against a schema. One that is put together while the
// program runs cannot be read here: it is counted, and held against the schema by the server that is asked.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  type GraphQLSchema,
  KnownFragmentNamesRule,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import ts from 'typescript';

export interface Documents {
  readonly read: number;
  readonly assembled: number;
  /** Place and reason. */
  readonly refused: readonly string[];
}

const opening = /^\s*(?:query|mutation|fragment|subscription)\b[^{"'`]*[{(]/;
/** Fragments stand alone in the source and are used elsewhere. */
const rules = specifiedRules.filter(
  (rule) => rule !== KnownFragmentNamesRule && rule !== NoUnusedFragmentsRule,
);

export function documentsIn(folder: string, schema: GraphQLSchema): Documents {
  const refused: string[] = [];
  let read = 0;
  let assembled = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const texts = textsIn(name, readFileSync(path.join(folder, name), 'utf8'));
    assembled += texts.filter((one) => one.text === undefined).length;
    for (const { text, line } of texts) {
      if (text === undefined) continue;
      read += 1;
      refused.push(...wrongIn(schema, text).map((why) => `${name}:${line}: ${why}`));
    }
  }
  return { read, assembled, refused };
}

export function wrongIn(schema: GraphQLSchema, text: string): readonly string[] {
  try {
    return validate(schema, parse(text), rules).map((error) => error.message);
  } catch (problem) {
    return [problem instanceof Error ? problem.message : String(problem)];
  }
}

interface Text {
  /** Absent where parts of it are known only while the program runs. */
  readonly text: string | undefined;
  readonly line: number;
}

export function textsIn(name: string, source: string): readonly Text[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (opening.test(node.text)) found.push({ text: node.text, line });
    } else if (ts.isTemplateExpression(node) && opening.test(node.head.text))
      found.push({ text: undefined, line });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
