// What a launch of claude has used, from its results. Newer versions tell with each result what was used since the one
// before and, beside it, the total of the whole session; older ones only a total, which is then that of the launch.

import { asObject, type Loose, numberAt, objectAt, textAt } from '../loose.ts';

export interface ClaudeSpend {
  readonly usd?: number;
  readonly tokens?: number;
  /** True where a part of it has no known price. */
  readonly unknown?: true;
}

const counted = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'];

export function addSpend(before: ClaudeSpend, result: Loose): ClaudeSpend {
  const since = objectAt(result, 'model_usage_since_last_result');
  if (since === undefined) return totalSpend(before, result);
  const models = Object.values(since).map(asObject);
  return {
    usd: (before.usd ?? 0) + sum(models.map((model) => numberAt(model, 'costUSD') ?? 0)),
    tokens: (before.tokens ?? 0) + tokensOf(models),
    ...unknownOf(before, models),
  };
}

function totalSpend(before: ClaudeSpend, result: Loose): ClaudeSpend {
  const usd = numberAt(result, 'total_cost_usd');
  const models = Object.values(objectAt(result, 'modelUsage') ?? {}).map(asObject);
  return {
    ...before,
    ...(usd === undefined ? {} : { usd }),
    ...(models.length === 0 ? {} : { tokens: tokensOf(models) }),
    ...unknownOf(before, models),
  };
}

/** A model nobody has a price for is priced like another one, and says so; one that names no sum is as unknown. */
function unknownOf(
  before: ClaudeSpend,
  models: readonly (Loose | undefined)[],
): Pick<ClaudeSpend, 'unknown'> {
  const known = models.every(
    (model) => numberAt(model, 'costUSD') !== undefined && textAt(model, 'costBasis') !== 'unknown',
  );
  return before.unknown === true || !known ? { unknown: true } : {};
}

function tokensOf(models: readonly (Loose | undefined)[]): number {
  return sum(models.flatMap((model) => counted.map((key) => numberAt(model, key) ?? 0)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
