// What can be asked over HTTP, as an OpenAPI 3.1 document: made of the table of verbs, so that it says what is true.

import { z } from 'zod';
import { verbs } from '../app/verbs/table.ts';
import { verbsOverHttp } from './verbs-over-http.ts';

type Json = Readonly<Record<string, unknown>>;

const problem: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message'],
      properties: {
        message: { type: 'string', description: 'What happened, why, and what to do.' },
        exit: { type: 'string', description: 'How a command ends that meets it.' },
      },
    },
  },
};

const person: Json = {
  type: 'object',
  required: ['person', 'version'],
  properties: {
    key: { type: 'string', description: 'To be sent as x-slipway-key, with the cookie.' },
    person: {
      type: 'object',
      required: ['name', 'access'],
      properties: { name: { type: 'string' }, access: { enum: ['view', 'decide', 'administer'] } },
    },
    version: { type: 'string' },
    publicUrl: { type: 'string' },
  },
};

const meanings: Readonly<Record<string, string>> = {
  400: 'The request cannot be understood.',
  401: 'Nobody is signed in.',
  403: 'It is not allowed to whoever asks, or asked from elsewhere.',
  404: 'There is nothing there.',
  409: 'It was refused: the wrong state, already decided, or what was seen is not what is there now.',
  413: 'The body is too large.',
  415: 'The body is no JSON.',
  421: 'Slipway is not served at this address.',
  429: 'Too many tries.',
  500: 'A bug in Slipway.',
  503: 'The engine is about to leave; ask again.',
};

const problems: Json = Object.fromEntries(
  Object.keys(meanings).map((status) => [status, { $ref: `#/components/responses/problem${status}` }]),
);

const problemResponses: Json = Object.fromEntries(
  Object.entries(meanings).map(([status, description]) => [
    `problem${status}`,
    { description, content: json({ $ref: '#/components/schemas/problem' }) },
  ]),
);

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

const streamed: Json = {
  '200': {
    description: 'Server-sent events.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  },
  ...problems,
};

export async function openApi(version: string): Promise<Json> {
  const asked = await Promise.all(verbsOverHttp.map(pathOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway',
      version,
      description: 'Everything that can be asked of Slipway: one path for each verb of its table.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    components: {
      schemas: { problem },
      responses: problemResponses,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'x-slipway-key' },
      },
    },
    security: [{ token: [] }, { key: [] }],
    paths: { ...Object.fromEntries(asked), ...otherPaths },
  };
}

async function pathOf(name: (typeof verbsOverHttp)[number]): Promise<readonly [string, Json]> {
  const entry = verbs[name];
  const { input, output } = await entry.schemas();
  const about = { operationId: name, summary: entry.about, 'x-access': entry.access };
  if (entry.kind === 'subscription') {
    const parameters = [
      { name: 'input', in: 'query', required: true, content: json(described(input, 'input')) },
    ];
    return [`/api/streams/${name}`, { get: { ...about, parameters, responses: streamed } }];
  }
  const properties = {
    input: described(input, 'input'),
    ...(entry.kind === 'order'
      ? {
          id: {
            type: 'string',
            minLength: 1,
            maxLength: 128,
            description: 'Made once for each order: the same again does nothing twice.',
          },
          seen: { type: 'string', description: 'The digest of what was looked at.' },
        }
      : {}),
  };
  const required = entry.kind === 'order' ? ['input', 'id'] : ['input'];
  const body = { type: 'object', additionalProperties: false, required, properties };
  const answer = {
    type: 'object',
    required: ['output'],
    properties: { output: described(output, 'output') },
  };
  return [
    `/api/verbs/${name}`,
    {
      post: {
        ...about,
        requestBody: { required: true, content: json(body) },
        responses: { '200': { description: entry.about, content: json(answer) }, ...problems },
      },
    },
  ];
}

function described(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io });
  return rest;
}

const entered = { '200': { description: 'Who is signed in.', content: json(person) }, ...problems };

const otherPaths: Json = {
  '/api/session': {
    get: { operationId: 'session', summary: 'who is signed in', 'x-access': 'view', responses: entered },
    post: {
      operationId: 'enter',
      summary: 'sign a browser in, with a code from a link or with a token',
      security: [],
      requestBody: {
        required: true,
        content: json({
          oneOf: [
            {
              type: 'object',
              additionalProperties: false,
              required: ['code'],
              properties: { code: { type: 'string' } },
            },
            {
              type: 'object',
              additionalProperties: false,
              required: ['token'],
              properties: { token: { type: 'string' } },
            },
          ],
        }),
      },
      responses: entered,
    },
    delete: {
      operationId: 'signOut',
      summary: 'sign this browser out',
      'x-access': 'view',
      responses: { '204': { description: 'It is signed out.' }, ...problems },
    },
  },
  '/api/feed': {
    get: {
      operationId: 'feed',
      summary: 'everything that is appended to the journal, in its order, from a position on',
      'x-access': 'view',
      parameters: [{ name: 'after', in: 'query', schema: { type: 'integer', minimum: 0 } }],
      responses: streamed,
    },
  },
  '/api/openapi.json': {
    get: {
      operationId: 'openApi',
      summary: 'this document',
      'x-access': 'view',
      responses: { '200': { description: 'It.', content: json({ type: 'object' }) }, ...problems },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      summary: 'numbers for Prometheus, without a title of anything',
      'x-access': 'view',
      responses: {
        '200': { description: 'Text.', content: { 'text/plain': { schema: { type: 'string' } } } },
        ...problems,
      },
    },
  },
  '/healthz': {
    get: {
      operationId: 'health',
      summary: 'whether somebody is there',
      security: [],
      responses: { '200': { description: 'Somebody is.', content: json({ type: 'object' }) } },
    },
  },
};
