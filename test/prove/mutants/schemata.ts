// All chosen mutants of a file in one text: each stands beside what it replaces, behind a question that is answered with
// yes while that mutant is tried. So a tree is compiled once, however many mutants it has.
//
// Invariants
//   SCHEMATA-1. While no mutant is tried, the text does what the file does.
//   SCHEMATA-2. At most one mutant is tried at a time, so what stands in its place is the plain text of the file.

import ts from 'typescript';
import type { Change } from './operators.ts';
import { changesOf } from './operators.ts';

/** What one node could be instead. The node belongs to the tree that `textWith` is given. */
export interface Site {
  readonly node: ts.Node;
  readonly change: Change;
  /** The names of what it stands in, from the outside in. */
  readonly within: string;
}

/**
 * The names under which compiled modules ask whether a mutant is tried, and say what stands there otherwise: where the
 * mutant would have given the same, every time in a test, that test cannot notice it and need not be run for it.
 */
export const asked = '__isTried';
export const told = '__told';

/** What cannot be evaluated a second time, just to look: it would change what comes after. */
const leavesTraces =
  /\+\+|--|[^=!<>]=(?![=>])|\byield\b|\bawait\b|\.(?:pop|push|shift|unshift|splice|sort|next|exec|test|set|add|delete)\(/;

export function parsed(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS);
}

export function sitesOf(source: ts.SourceFile): readonly Site[] {
  const sites: Site[] = [];
  const visit = (node: ts.Node, within: string): void => {
    if (isOnlyType(node)) return;
    const inside = [within, nameOf(node)].filter((name) => name !== '').join('.');
    for (const change of changesOf(node)) sites.push({ node, change, within: inside });
    for (const child of childrenOf(node)) visit(child, inside);
  };
  visit(source, '');
  return sites;
}

function isOnlyType(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

function nameOf(node: ts.Node): string {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isClassDeclaration(node)) {
    return node.name?.getText() ?? '';
  }
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) return named(node.name);
  return '';
}

/** A pattern has no name that would stay the same when something is added to it. */
function named(name: ts.BindingName | ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children.toSorted((a, b) => a.pos - b.pos);
}

/** The file with these mutants beside what they replace; the number of a mutant is what it is asked for by. */
export function textWith(source: ts.SourceFile, mutants: ReadonlyMap<Site, number>): string {
  const byNode = new Map<ts.Node, Site[]>();
  for (const site of mutants.keys()) byNode.set(site.node, [...(byNode.get(site.node) ?? []), site]);
  const numberOf = (site: Site): number => mutants.get(site) ?? -1;

  const rendered = (node: ts.Node): string => {
    if (isOnlyType(node)) return node.getText();
    return isInChain(node) ? inside(node) : around(node, sitesAt(node), inside(node));
  };
  /** A link of an optional chain cannot be put in brackets of its own: what it could be is said of the whole chain. */
  const sitesAt = (node: ts.Node): readonly Replacement[] => [
    ...(byNode.get(node) ?? []).map((site) => ({ site, now: site.change.now })),
    ...linksOf(node).flatMap((link) =>
      (byNode.get(link) ?? []).map((site) => ({ site, now: replaced(node, link, site.change.now) })),
    ),
  ];
  const around = (node: ts.Node, found: readonly Replacement[], text: string): string =>
    found.reduce((inner, one) => put(one, numberOf(one.site), inner), text);
  const inside = (node: ts.Node): string => {
    const whole = source.text;
    let text = '';
    let at = node.getStart();
    for (const child of childrenOf(node)) {
      text += whole.slice(at, child.getStart()) + rendered(child);
      at = child.getEnd();
    }
    return text + whole.slice(at, node.getEnd());
  };
  return source.statements.map((statement) => rendered(statement)).join('\n');
}

interface Replacement {
  readonly site: Site;
  readonly now: string;
}

function put({ site, now }: Replacement, number: number, text: string): string {
  const question = `${asked}(${number})`;
  switch (site.change.as) {
    case 'expression':
      return `(${question} ? (${now}) : ${leavesTraces.test(now) ? text : `${told}(${number}, ${text}, () => (${now}))`})`;
    case 'left-out':
      return `{ if (!${question}) { ${text} } }`;
    case 'empty-body':
      return `{ if (${question}) return; ${text.slice(1)}`;
  }
}

/** Whether it is a link of an optional chain that goes on. */
function isInChain(node: ts.Node): boolean {
  return ts.isOptionalChain(node) && isNextLink(node.parent, node);
}

function isNextLink(node: ts.Node, of: ts.Node): boolean {
  return ts.isOptionalChain(node) && node.expression === of;
}

/** The links below the end of a chain. */
function linksOf(node: ts.Node): readonly ts.Node[] {
  if (!ts.isOptionalChain(node) || isInChain(node)) return [];
  const links: ts.Node[] = [];
  for (let link: ts.Node = node.expression; ts.isOptionalChain(link); link = link.expression)
    links.push(link);
  return links;
}

function replaced(whole: ts.Node, part: ts.Node, now: string): string {
  const text = whole.getText();
  const from = part.getStart() - whole.getStart();
  return text.slice(0, from) + now + text.slice(from + part.getText().length);
}
