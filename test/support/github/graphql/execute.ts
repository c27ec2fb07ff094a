// GraphQL over the published schema: documents are parsed and held against it, then executed over the state. The schema is the one that
// npm has; where the published descriptions are given, theirs.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type SelectionSetNode,
  Kind,
  OperationTypeNode,
  buildSchema,
  execute,
  parse,
  validate,
} from 'graphql';
import type { WebAnswer, WebRequest } from '../../web/web-server.ts';
import { type Actor, actorOf, isRecord, sees } from '../access.ts';
import type { Hub } from '../hub.ts';
import { type Rates, loginOf } from '../rates.ts';
import { Refusal } from '../refusal.ts';
import { type Json, instant } from '../render/render.ts';
import { type World, findRepository, repositoryById } from '../state.ts';
import { failed } from './connection.ts';
import type { Graph } from './graph.ts';
import { mutate } from './mutations.ts';
import { actorNode, foundById, repositoryNode } from './objects.ts';

const schemas = new Map<string, GraphQLSchema>();

/** The package does not let its file be asked for by name. Built once for each file: that takes longer than most tests. */
export function schemaIn(file: string | undefined): GraphQLSchema {
  const place =
    file ?? path.join(import.meta.dirname, '../../../../node_modules/@octokit/graphql-schema/schema.graphql');
  const known =
    schemas.get(place) ??
    buildSchema(readFileSync(place, 'utf8'), { assumeValid: true, assumeValidSDL: true });
  schemas.set(place, known);
  return known;
}

export function isGraphQl(path: string): boolean {
  return path === '/graphql' || path === '/api/graphql';
}

interface Asked {
  readonly query: string;
  readonly variables: Json;
  readonly operationName: string | undefined;
}

function askedIn(body: Buffer): Asked | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isRecord(value) || typeof value['query'] !== 'string') return undefined;
  const { query, variables, operationName } = value;
  return {
    query,
    variables: isRecord(variables) ? variables : {},
    operationName: typeof operationName === 'string' ? operationName : undefined,
  };
}

/** The name of the operation, and whether it changes anything; a name that nobody gave is the first field's. */
export function operationIn(body: Buffer): { readonly operation?: string; readonly write: boolean } {
  const asked = askedIn(body);
  try {
    const document = parse(asked?.query ?? '');
    const one = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    if (one === undefined) return { write: false };
    const first = one.selectionSet.selections[0];
    const field = first?.kind === Kind.FIELD ? first.name.value : undefined;
    const operation = one.name?.value ?? field;
    return {
      ...(operation === undefined ? {} : { operation }),
      write: one.operation === OperationTypeNode.MUTATION,
    };
  } catch {
    return { write: false };
  }
}

export interface GraphQlParts {
  readonly hub: Hub;
  readonly rates: Rates;
  readonly url: () => string;
  readonly schema: () => GraphQLSchema;
  /** What the schema refuses of a document, and fields that are not simulated. */
  readonly document: (operation: string, wrong: readonly string[]) => void;
  readonly problem: (text: string) => void;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

export async function answerGraphQl(
  parts: GraphQlParts,
  request: WebRequest,
  world: World,
): Promise<WebAnswer> {
  const { hub, rates } = parts;
  let actor: Actor;
  try {
    actor = actorOf(world, hub.now(), request.headers['authorization']);
  } catch (problem) {
    if (problem instanceof Refusal) return problem.answer;
    throw problem;
  }
  const login = loginOf(actor);
  if (actor.kind !== 'account')
    return new Refusal(401, 'This endpoint requires you to be authenticated.').answer;
  if (request.method !== 'POST') return new Refusal(404, 'Not Found').answer;
  const asked = askedIn(request.body);
  if (asked === undefined) return new Refusal(400, 'Problems parsing JSON').answer;
  const told = (result: unknown): WebAnswer => ({
    status: 200,
    headers: { ...json, ...rates.headers(login, 'graphql') },
    body: JSON.stringify(result),
  });
  if (rates.isSpent(login, 'graphql'))
    return told({
      errors: [
        { type: 'RATE_LIMITED', message: `API rate limit already exceeded for user ${actor.account.login}.` },
      ],
    });
  return told(await answered(parts, asked, { hub, world, url: parts.url(), actor, memo: new Map() }, login));
}

async function answered(
  parts: GraphQlParts,
  asked: Asked,
  graph: Graph,
  login: string | undefined,
): Promise<Json> {
  const schema = parts.schema();
  const { operation = 'document' } = operationIn(Buffer.from(JSON.stringify(asked)));
  let document: DocumentNode;
  try {
    document = parse(asked.query);
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    parts.document(operation, [message]);
    return { errors: [{ message }] };
  }
  const wrong = validate(schema, document);
  parts.document(
    operation,
    wrong.map((error) => error.message),
  );
  if (wrong.length > 0) return { errors: wrong.map(errorJson) };
  const cost = costOf(document, asked.variables);
  const rate = parts.rates.of(login, 'graphql');
  rate.used += cost.points;
  const rateLimit = {
    cost: cost.points,
    nodeCount: cost.nodes,
    limit: rate.limit,
    used: rate.used,
    remaining: Math.max(0, rate.limit - rate.used),
    resetAt: instant(rate.resetAt),
  };
  const result = await execute({
    schema,
    document,
    variableValues: asked.variables,
    ...(asked.operationName === undefined ? {} : { operationName: asked.operationName }),
    rootValue: rootOf(graph, rateLimit),
    contextValue: graph,
    fieldResolver: resolverOf(parts),
  });
  return resultJson(result);
}

function rootOf(graph: Graph, rateLimit: Json): Json {
  return {
    rateLimit,
    viewer: () => actorNode(graph, graph.actor.kind === 'account' ? graph.actor.account.login : undefined),
    repository: ({ owner, name }: Json) => {
      const full = `${String(owner)}/${String(name)}`;
      const moved = graph.world.renamed[full.toLowerCase()];
      const found =
        findRepository(graph.world, full) ??
        (moved === undefined ? undefined : repositoryById(graph.world, moved));
      if (found === undefined || !sees(graph.world, found, graph.actor))
        throw failed('NOT_FOUND', `Could not resolve to a Repository with the name '${full}'.`);
      return repositoryNode(graph, found);
    },
    node: ({ id }: Json) => nodeOf(graph, id),
    nodes: ({ ids }: Json) =>
      Array.isArray(ids) ? ids.map((id: unknown) => orError(() => nodeOf(graph, id))) : [],
    user: ({ login }: Json) => actorNode(graph, String(login)) ?? notResolved('User', String(login)),
  };
}

/** One id that is gone does not take the others with it. */
function orError(work: () => unknown): unknown {
  try {
    return work();
  } catch (problem) {
    return problem;
  }
}

function notResolved(what: string, name: string): never {
  throw failed('NOT_FOUND', `Could not resolve to a ${what} with the login of '${name}'.`);
}

function nodeOf(graph: Graph, id: unknown): Json | null {
  const found = foundById(graph, String(id));
  if (found === undefined)
    throw failed('NOT_FOUND', `Could not resolve to a node with the global id of '${String(id)}'`);
  return found.node();
}

const missing: Readonly<Record<string, string>> = {
  pullRequest: 'PullRequest',
  issue: 'Issue',
  issueOrPullRequest: 'issue or pull request',
};

/** A field that is not simulated is said aloud: an invented null would be read as a word of GitHub. */
function resolverOf(parts: GraphQlParts): GraphQLFieldResolver<unknown, Graph> {
  return async (source, args: Json, graph, info) => {
    const { fieldName, parentType } = info;
    if (parentType.name === 'Mutation') return mutate(graph, fieldName, args);
    if (!isRecord(source) || !(fieldName in source)) {
      const text = `The test server does not simulate ${parentType.name}.${fieldName}.`;
      parts.problem(text);
      throw failed('INTERNAL', text);
    }
    const field = source[fieldName];
    const value: unknown = typeof field === 'function' ? await field(args) : field;
    const what = parentType.name === 'Repository' ? missing[fieldName] : undefined;
    if (value === undefined && what !== undefined)
      throw failed(
        'NOT_FOUND',
        `Could not resolve to a ${what} with the number of ${String(args['number'])}.`,
      );
    return value;
  };
}

function resultJson({ data, errors }: ExecutionResult): Json {
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined ? {} : { errors: errors.map(errorJson) }),
  };
}

function errorJson(error: GraphQLError): Json {
  const { type } = error.extensions;
  const { message, path, locations } = error;
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(path === undefined ? {} : { path }),
    ...(locations === undefined ? {} : { locations }),
    message,
  };
}

interface Cost {
  readonly points: number;
  readonly nodes: number;
}

/** By GitHub's rule: how many requests it takes to fill every list, by a hundred, and one at least. */
function costOf(document: DocumentNode, variables: Json): Cost {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  let requests = 0;
  let nodes = 0;
  const walk = (set: SelectionSetNode | undefined, times: number): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FRAGMENT_SPREAD) walk(fragments.get(one.name.value)?.selectionSet, times);
      else if (one.kind === Kind.INLINE_FRAGMENT) walk(one.selectionSet, times);
      else {
        const size = sizeOf(one, variables);
        if (size !== undefined) {
          requests += times;
          nodes += times * size;
        }
        walk(one.selectionSet, times * (size ?? 1));
      }
    }
  };
  for (const one of document.definitions)
    if (one.kind === Kind.OPERATION_DEFINITION) walk(one.selectionSet, 1);
  return { points: Math.max(1, Math.round(requests / 100)), nodes };
}

function sizeOf(field: FieldNode, variables: Json): number | undefined {
  const given = (field.arguments ?? []).find(({ name }) => name.value === 'first' || name.value === 'last');
  if (given === undefined) return undefined;
  if (given.value.kind === Kind.INT) return Number(given.value.value);
  const value = given.value.kind === Kind.VARIABLE ? variables[given.value.name.value] : undefined;
  return typeof value === 'number' ? value : 1;
}
