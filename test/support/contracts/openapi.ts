// Holds requests and answers against a published OpenAPI description: path, query, body, status and the answer's form.
//
// Invariants
//   CONTRACT-1. What the description does not know is refused: a path, a parameter of the query, a key of a body or of an answer. A
//               service would read over most of it without a word, and so a client would rely on what is not there.
//   CONTRACT-2. Refusals that any call may meet (no access, limits, a broken server) need not be listed with each operation.

import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

type Node = Readonly<Record<string, unknown>>;

export interface Exchanged {
  readonly method: string;
  /** Below the base of the description, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

interface Operation {
  readonly pointer: string;
  readonly node: Node;
  readonly shared: readonly unknown[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
const anywhere = new Set([301, 304, 307, 401, 403, 404, 410, 429, 500, 502, 503, 504]);

export class OpenApi {
  readonly #document: Node;
  readonly #closed: Ajv;
  readonly #open: Ajv;
  readonly #paths: readonly {
    readonly template: string;
    readonly expression: RegExp;
    readonly literal: number;
  }[];
  readonly #compiled = new Map<string, ValidateFunction>();

  /** `slashed` are the parameters of a path that may hold a slash. */
  constructor(file: string, slashed: readonly string[] = []) {
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isNode(document)) throw new Error(`${file} holds no description.`);
    this.#document = document;
    const loose = refsInAllOf(document);
    this.#closed = validatorOf(plain(document, { close: true, loose, at: '' }));
    this.#open = validatorOf(plain(document, { close: false, loose, at: '' }));
    this.#paths = Object.keys(nodeAt(document, 'paths'))
      .map((template) => ({
        template,
        expression: expressionOf(template, new Set(slashed)),
        literal: template.replaceAll(/\{\w+\}/g, '').length,
      }))
      .toSorted((one, other) => other.literal - one.literal);
  }

  /** What is wrong with a request: nothing, where it is as published. */
  request(asked: Exchanged): readonly string[] {
    const found = this.#find(asked.method, asked.path);
    if (found === undefined) return ['the description knows no such operation'];
    return [...this.#query(found, asked.query), ...this.#body(found, asked)];
  }

  answer(asked: Exchanged, answered: Answered): readonly string[] {
    const found = this.#find(asked.method, asked.path);
    if (found === undefined) return ['the description knows no such operation'];
    const responses = nodeAt(found.node, 'responses');
    const status = String(answered.status);
    const place = status in responses ? status : 'default' in responses ? 'default' : undefined;
    if (place === undefined)
      return anywhere.has(answered.status) ? [] : [`the status ${status} is not among those described`]; // CONTRACT-2
    const pointer = this.#resolved(`${found.pointer}/responses/${place}`);
    const content = nodeAt(this.#at(pointer), 'content');
    const type = Object.keys(content).find((one) => one.includes('json'));
    if (type === undefined) return this.#withoutSchema(content, answered);
    const value = parsed(answered.body);
    if (value === undefined) return ['the body is not JSON'];
    const good = answered.status >= 200 && answered.status < 300;
    return this.#check(good ? this.#closed : this.#open, `${pointer}/content/${escaped(type)}/schema`, value);
  }

  #withoutSchema(content: Node, { body }: Answered): readonly string[] {
    return Object.keys(content).length === 0 && body !== '' && parsed(body) === undefined
      ? ['a body is not described']
      : [];
  }

  #find(method: string, path: string): Operation | undefined {
    const key = methods.find((one) => one === method.toLowerCase());
    if (key === undefined) return undefined;
    for (const { template, expression } of this.#paths) {
      if (!expression.test(path)) continue;
      const place = nodeAt(nodeAt(this.#document, 'paths'), template);
      const node = place[key];
      if (!isNode(node)) continue;
      const pointer = `#/paths/${escaped(template)}/${key}`;
      return {
        pointer,
        node,
        shared: listAt(place, 'parameters'),
      };
    }
    return undefined;
  }

  #query(found: Operation, query: URLSearchParams): readonly string[] {
    const own = listAt(found.node, 'parameters').map((_one, index) => `${found.pointer}/parameters/${index}`);
    const above = found.pointer.slice(0, found.pointer.lastIndexOf('/'));
    const pointers = [...own, ...found.shared.map((_one, index) => `${above}/parameters/${index}`)].map(
      (one) => this.#resolved(one),
    );
    const known = new Map(
      pointers
        .filter((pointer) => this.#at(pointer)['in'] === 'query')
        .map((pointer) => [String(this.#at(pointer)['name']), pointer]),
    );
    const wrong: string[] = [];
    for (const [name, pointer] of known)
      if (this.#at(pointer)['required'] === true && !query.has(name))
        wrong.push(`the parameter ${name} is missing`);
    for (const name of new Set(query.keys())) {
      const pointer = known.get(name);
      if (pointer === undefined) wrong.push(`there is no parameter ${name}`); // CONTRACT-1
      else
        wrong.push(
          ...this.#check(this.#closed, `${pointer}/schema`, this.#read(pointer, query.getAll(name))).map(
            (why) => `the parameter ${name}: ${why}`,
          ),
        );
    }
    return wrong;
  }

  #read(pointer: string, values: readonly string[]): unknown {
    const schema = this.#at(this.#resolved(`${pointer}/schema`));
    const [value = ''] = values;
    switch (schema['type']) {
      case 'integer':
      case 'number':
        return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
      case 'boolean':
        return value === 'true' ? true : value === 'false' ? false : value;
      case 'array':
        return values.flatMap((one) => one.split(','));
      default:
        return value;
    }
  }

  #body(found: Operation, asked: Exchanged): readonly string[] {
    if (!('requestBody' in found.node)) return asked.body === '' ? [] : ['no body is described'];
    const pointer = this.#resolved(`${found.pointer}/requestBody`);
    const node = this.#at(pointer);
    if (asked.body === '') return node['required'] === true ? ['the body is missing'] : [];
    const type = Object.keys(nodeAt(node, 'content')).find((one) => one.includes('json'));
    if (type === undefined) return ['a body of another type is described'];
    const value = parsed(asked.body);
    if (value === undefined) return ['the body is not JSON'];
    return this.#check(this.#closed, `${pointer}/content/${escaped(type)}/schema`, value);
  }

  #check(ajv: Ajv, pointer: string, value: unknown): readonly string[] {
    const key = `${ajv === this.#closed ? 'closed' : 'open'} ${pointer}`;
    const known = this.#compiled.get(key);
    const validate = known ?? ajv.compile({ $ref: `description${pointer}` });
    this.#compiled.set(key, validate);
    return validate(value) ? [] : (validate.errors ?? []).slice(0, 5).map(said);
  }

  /** Follows references as far as they go. */
  #resolved(pointer: string): string {
    const { $ref } = this.#at(pointer);
    return typeof $ref === 'string' ? this.#resolved($ref) : pointer;
  }

  #at(pointer: string): Node {
    let here: unknown = this.#document;
    for (const part of pointer.split('/').slice(1)) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(here)) here = here[Number(key)];
      else here = isNode(here) ? here[key] : undefined;
    }
    return isNode(here) ? here : {};
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nodeAt(node: Node, key: string): Node {
  const value = node[key];
  return isNode(value) ? value : {};
}

function listAt(node: Node, key: string): readonly unknown[] {
  const value: unknown = node[key];
  return Array.isArray(value) ? value : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function expressionOf(template: string, slashed: ReadonlySet<string>): RegExp {
  const source = template
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{(\w+)\}/g, (_whole, name: string) => (slashed.has(name) ? '.+' : '[^/]+'));
  return new RegExp(`^${source}$`);
}

function said({ instancePath, message, params }: ErrorObject): string {
  const extra: unknown = params['additionalProperty'];
  return `${instancePath === '' ? 'it' : instancePath} ${message ?? 'is wrong'}${typeof extra === 'string' ? `: ${extra}` : ''}`;
}

/** A schema that is a part of another one cannot refuse the keys of the others. */
function refsInAllOf(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const one of value) refsInAllOf(one, found);
  if (!isNode(value)) return found;
  for (const one of listAt(value, 'allOf'))
    if (isNode(one) && typeof one['$ref'] === 'string') found.add(one['$ref']);
  for (const one of Object.values(value)) refsInAllOf(one, found);
  return found;
}

interface How {
  readonly close: boolean;
  readonly loose: ReadonlySet<string>;
  readonly at: string;
}

/** The words of OpenAPI 3.0 that JSON Schema does not have, said in those that it has. */
function plain(value: unknown, how: How): unknown {
  if (Array.isArray(value)) {
    const listed: readonly unknown[] = value;
    const inside = { ...how, close: how.close && !how.at.endsWith('/allOf') };
    return listed.map((one, index) => plain(one, { ...inside, at: `${how.at}/${index}` }));
  }
  if (!isNode(value)) return value;
  const { nullable, example: _example, ...rest } = value;
  const told: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(rest))
    told[key] = plain(one, { ...how, close: how.close, at: `${how.at}/${key}` });
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof told[exclusive] !== 'boolean') continue;
    if (told[exclusive]) {
      told[exclusive] = told[bound];
      delete told[bound];
    } else delete told[exclusive];
  }
  if (how.close && isClosable(value) && !how.loose.has(`#${how.at}`)) told['additionalProperties'] = false;
  return nullable === true ? { anyOf: [{ type: 'null' }, told] } : told;
}

function isClosable(node: Node): boolean {
  if (!isNode(node['properties']) || 'additionalProperties' in node) return false;
  if (node['type'] !== undefined && node['type'] !== 'object') return false;
  return !('allOf' in node || 'anyOf' in node || 'oneOf' in node);
}

function validatorOf(document: unknown): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false });
  formats.default(ajv);
  for (const format of ['repo.nwo', 'timestamp', 'int64', 'int32', 'double', 'float'])
    ajv.addFormat(format, true);
  if (isNode(document)) ajv.addSchema(document, 'description');
  return ajv;
}
