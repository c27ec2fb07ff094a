// What OpenAPI says of the server is what the server does: the schemas of the document are sound, and every route answers requests that are
// made from them, good and bad, as it says.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verbsOverHttp } from '../../src/server/verbs-over-http.ts';
import { verbs } from '../../src/app/verbs/table.ts';
import { isRecord, parseJson } from '../../src/plain/json.ts';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';

type Json = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
let sample: Sample;
let url = '';
let token = '';
let run = '';
let document: Json = {};
let end: () => Promise<unknown> = () => Promise.resolve();

beforeAll(async () => {
  sample = await preparedSample(atPlanGate);
  const started = sample.start('serve', '--port', '0', '--json');
  end = () => {
    started.child.kill('SIGINT');
    return started.ended;
  };
  const line = await new Promise<string>((resolve) => {
    started.child.stdout?.once('data', (piece: Buffer) =>
      resolve(piece.toString('utf8').split('\n')[0] ?? ''),
    );
  });
  url = String(at(parseJson(line), 'url'));
  token = String((await sample.json('people', 'add', 'all', '--access', 'administer'))['token']);
  const { runs } = await sample.json('list');
  run = String(at(runs, '0', 'run'));
  const said: unknown = await (await asked('/api/openapi.json')).json();
  if (isRecord(said)) document = said;
});

afterAll(async () => {
  await end();
  await sample.remove();
});

/** What lies at a path of names in a document. */
function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((here, name) => Reflect.get(Object(here), name), value);
}

function schemaAt(...names: readonly string[]): Json {
  const found = at(document, ...names);
  return isRecord(found) ? found : {};
}

function asked(path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(
    `${url}${path}`,
    body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
  );
}

const bodySchema = (name: string): Json =>
  schemaAt('paths', `/api/verbs/${name}`, 'post', 'requestBody', 'content', 'application/json', 'schema');

/** The smallest value that a schema takes: what is not required is left out. */
function smallest(schema: Json, name = ''): unknown {
  const [first] = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((one) =>
    Array.isArray(one) ? one : [],
  );
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (isRecord(first)) return smallest(first, name);
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isRecord(schema['properties']) ? schema['properties'] : {})
          .filter(([key]) => Array.isArray(schema['required']) && schema['required'].includes(key))
          .map(([key, one]) => [key, smallest(isRecord(one) ? one : {}, key)]),
      );
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () =>
        smallest(isRecord(schema['items']) ? schema['items'] : {}, name),
      );
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return true;
    default:
      return name === 'dir' ? sample.repository.dir : 'r-nobody';
  }
}

const orders = verbsOverHttp.filter((name) => verbs[name].kind === 'order');
const looks = verbsOverHttp.filter((name) => verbs[name].kind === 'look');

async function fits(response: Response, schema: Json): Promise<string | undefined> {
  const value: unknown = await response.json();
  const check = ajv.compile(schema);
  return check(value)
    ? undefined
    : `${ajv.errorsText(check.errors)} in ${JSON.stringify(value).slice(0, 300)}`;
}

/** A problem in the words of the document, with a status that the route names. */
async function isProblem(name: string, response: Response): Promise<void> {
  const statuses = Object.keys(schemaAt('paths', `/api/verbs/${name}`, 'post', 'responses'));
  expect([name, statuses]).toEqual([name, expect.arrayContaining([String(response.status)])]);
  expect(await fits(response, schemaAt('components', 'schemas', 'problem'))).toBe(undefined);
}

test('the document is of OpenAPI 3.1, each operation has a name of its own, and every schema in it can be used', () => {
  expect(document['openapi']).toBe('3.1.0');
  const operations = Object.values(schemaAt('paths')).flatMap((path) => Object.values(Object(path)));
  const ids = operations.map((one) => at(one, 'operationId'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const one of operations) expect(at(one, 'responses')).toBeTypeOf('object');
  for (const name of [...looks, ...orders]) {
    expect(() => ajv.compile(bodySchema(name))).not.toThrow();
    expect(() => ajv.compile(answerSchema(name))).not.toThrow();
  }
});

function answerSchema(name: string): Json {
  return schemaAt(
    'paths',
    `/api/verbs/${name}`,
    'post',
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
  );
}

test.each(looks)('%s answers a look as it says', async (name) => {
  const smallestBody = smallest(bodySchema(name));
  const input = { ...Object(at(smallestBody, 'input')), ...(hasRun(name) ? { run } : {}) };
  const response = await asked(`/api/verbs/${name}`, { input });
  if (response.status !== 200) return isProblem(name, response);
  expect(await fits(response, answerSchema(name))).toBe(undefined);
});

function hasRun(name: string): boolean {
  return at(bodySchema(name), 'properties', 'input', 'properties', 'run') !== undefined;
}

test.each(orders)('%s answers an order about nothing that is there as it says', async (name) => {
  const input = Object(at(smallest(bodySchema(name)), 'input'));
  const about = hasRun(name) ? { ...input, run: 'r-nobody' } : input;
  const response = await asked(`/api/verbs/${name}`, { id: `good-${name}`, input: about });
  if (response.status !== 200) return isProblem(name, response);
  expect(await fits(response, answerSchema(name))).toBe(undefined);
});

function isTaken(takes: (value: unknown) => unknown, value: unknown): boolean {
  return takes(value) === true;
}

test.each([...looks, ...orders])('%s refuses what its schema does not take, and says so', async (name) => {
  const takes = ajv.compile(bodySchema(name));
  const good = smallest(bodySchema(name));
  const input = Object(at(good, 'input'));
  const id = orders.includes(name) ? { id: `bad-${name}` } : {};
  const bad = [
    { ...id, input, more: 1 },
    { ...id, input: { ...input, nobodyKnows: 1 } },
    { ...id, input: [] },
    ...Object.keys(Object(at(bodySchema(name), 'properties', 'input', 'properties'))).map((key) => ({
      ...id,
      input: { ...input, [key]: { no: 'such' } },
    })),
    ...(orders.includes(name) ? [{ input }] : []),
  ].filter((body) => !isTaken(takes, body));
  expect(bad.length).toBeGreaterThan(1);
  for (const body of bad) {
    const response = await asked(`/api/verbs/${name}`, body);
    expect([JSON.stringify(body), response.status]).toEqual([
      JSON.stringify(body),
      Reflect.has(Object(body.input), 'dir')
        ? expect.toSatisfy((status: number) => status === 400 || status === 403)
        : 400,
    ]);
    await isProblem(name, response);
  }
});
