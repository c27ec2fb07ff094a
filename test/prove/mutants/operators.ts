// What is done to a piece of code to see whether a test minds. Each operator looks at one node of the syntax tree and
// says what else could stand there; it knows nothing of ids, files or runs.
//
// Invariants
//   OPERATORS-1. Only what is evaluated is changed: types, imports, property names and directives never.
//   OPERATORS-2. What stands in the place of an expression is an expression; a statement is only ever left out.

import ts from 'typescript';

export interface Change {
  readonly operator: string;
  /** How it is put in: in place of an expression, instead of running a statement, or as a function that returns at once. */
  readonly as: 'expression' | 'left-out' | 'empty-body';
  readonly now: string;
}

const otherOperators: Readonly<Record<string, readonly string[]>> = {
  '&&': ['||'],
  '||': ['&&'],
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '===': ['!=='],
  '!==': ['==='],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
};

/** Calls that could as well be another one. */
const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  min: 'max',
  max: 'min',
};

/** Calls that give back something of the kind they were called on, so that they can be forgotten. */
const leavable: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'toReversed',
  'toSorted',
  'trim',
  'trimEnd',
  'trimStart',
]);

const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '===', '!==', 'in', 'instanceof']);

/** Everything that could stand in the place of this node. */
export function changesOf(node: ts.Node): readonly Change[] {
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return [leftOut];
  if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) return [leftOut];
  if (ts.isReturnStatement(node) && node.expression === undefined) return [leftOut];
  if (ts.isBlock(node)) return isBody(node) && node.statements.length > 0 ? [emptyBody] : [];
  if (!isEvaluated(node)) return [];
  const found = [...valuesOf(node), ...operatorsOf(node), ...callsOf(node), ...conditionsOf(node)];
  return found.filter(
    ({ now }, at) => now !== node.getText() && found.findIndex((one) => one.now === now) === at,
  );
}

const leftOut: Change = { operator: 'statement left out', as: 'left-out', now: ';' };
const emptyBody: Change = { operator: 'body emptied', as: 'empty-body', now: '{}' };

function change(operator: string, now: string): Change {
  return { operator, as: 'expression', now };
}

function isBody(node: ts.Block): boolean {
  return ts.isFunctionLike(node.parent);
}

/** Whether it is an expression whose value is used, so that another can stand there. */
function isEvaluated(node: ts.Node): node is ts.Expression {
  if (!ts.isExpression(node)) return false;
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent)) return false;
  if (ts.isTaggedTemplateExpression(parent) || ts.isDeleteExpression(parent)) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  return !ts.isComputedPropertyName(parent);
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function valuesOf(node: ts.Expression): readonly Change[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return [node.text === '' ? change('string filled', "'mutated'") : change('string emptied', "''")];
  }
  if (ts.isTemplateExpression(node)) return [change('string emptied', "''")];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return [change('array emptied', '[]')];
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0) {
    return [change('object emptied', '{}')];
  }
  if (ts.isRegularExpressionLiteral(node)) return [change('pattern that never matches', '/(?!)/g')];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [change('boolean flipped', 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [change('boolean flipped', 'true')];
  return [];
}

function operatorsOf(node: ts.Expression): readonly Change[] {
  if (ts.isPrefixUnaryExpression(node)) return unaryOf(node);
  if (!ts.isBinaryExpression(node)) return [];
  const [left, sign, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()];
  if (sign === '??') return [change('default left out', left), change('default always', right)];
  const others = sign === '+' && !isText(node) ? ['-'] : (otherOperators[sign] ?? []);
  return [
    ...others.map((other) => change(`${sign} is ${other}`, `${left} ${other} ${right}`)),
    ...(comparisons.has(sign) ? always : []),
  ];
}

const always: readonly Change[] = [change('always true', 'true'), change('always false', 'false')];

function unaryOf(node: ts.PrefixUnaryExpression): readonly Change[] {
  const operand = node.operand.getText();
  if (node.operator === ts.SyntaxKind.ExclamationToken)
    return [change('negation left out', operand), ...always];
  if (node.operator === ts.SyntaxKind.MinusToken) return [change('sign left out', operand)];
  return [];
}

/** Whether a sum has a text in it: what is left of a text and a minus is nobody's mistake. */
function isText(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function callsOf(node: ts.Expression): readonly Change[] {
  const found: Change[] = [];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression: of, name } = node.expression;
    const rest = node.getText().slice(name.getEnd() - node.getStart());
    const until = node.getText().slice(0, name.getStart() - node.getStart());
    const other = otherMethods[name.text];
    if (other !== undefined) found.push(change(`${name.text} is ${other}`, `${until}${other}${rest}`));
    if (leavable.has(name.text)) found.push(change(`${name.text} left out`, of.getText()));
  }
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken !== undefined) {
    found.push(change('?. is .', `${node.expression.getText()}.${node.name.getText()}`));
  }
  return found;
}

/** What is asked by `if` and `? :` is answered for good; what a function without braces gives back is not given. */
function conditionsOf(node: ts.Expression): readonly Change[] {
  const { parent } = node;
  if (ts.isIfStatement(parent) && parent.expression === node) return always;
  if (ts.isConditionalExpression(parent) && parent.condition === node) return always;
  if (ts.isWhileStatement(parent) && parent.expression === node) return [change('always false', 'false')];
  if (ts.isForStatement(parent) && parent.condition === node) return [change('always false', 'false')];
  if (ts.isArrowFunction(parent) && parent.body === node) return [change('gives nothing back', 'undefined')];
  return [];
}
