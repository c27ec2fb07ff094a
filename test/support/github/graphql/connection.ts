// Lists as GraphQL pages them, and errors as GitHub words them there.

import { GraphQLError } from 'graphql';
import type { Json } from '../render/render.ts';

export function failed(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}

const pageMax = 100;

function cursorOf(index: number): string {
  return Buffer.from(`cursor:v2:${index}`).toString('base64');
}

function indexOf(cursor: unknown): number | undefined {
  if (typeof cursor !== 'string') return undefined;
  const index = Number(Buffer.from(cursor, 'base64').toString().split(':').at(-1));
  return Number.isInteger(index) ? index : undefined;
}

/** Whoever asks for a list says how much of it: GitHub sends none otherwise. */
export function connection<T>(
  name: string,
  items: readonly T[],
  args: Json,
  told: (item: T) => unknown,
): Json {
  const { first, last } = args;
  const size = typeof first === 'number' ? first : typeof last === 'number' ? last : undefined;
  if (size === undefined)
    throw failed(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  if (size > pageMax)
    throw failed(
      'EXCESSIVE_PAGINATION',
      `Requesting ${size} records on the \`${name}\` connection exceeds the \`first\` limit of ${pageMax} records.`,
    );
  const from = (indexOf(args['after']) ?? -1) + 1;
  const until = indexOf(args['before']) ?? items.length;
  const begin = typeof first === 'number' ? from : Math.max(from, until - size);
  const end = typeof first === 'number' ? Math.min(until, from + size) : until;
  const shown = items.slice(begin, end);
  return {
    totalCount: items.length,
    nodes: () => shown.map(told),
    edges: () => shown.map((item, index) => ({ cursor: cursorOf(begin + index), node: told(item) })),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: begin > 0,
      startCursor: shown.length === 0 ? null : cursorOf(begin),
      endCursor: shown.length === 0 ? null : cursorOf(end - 1),
    },
  };
}
