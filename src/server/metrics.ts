// Numbers for Prometheus. No title, ticket or name of anybody is among them.

import type { AskedOrder } from '../app/verbs/verb.ts';
import type { Journal } from '../journal/journal.ts';
import type { KeptViews } from './kept-views.ts';

export interface RequestCounts {
  readonly requests: ReadonlyMap<string, number>;
  readonly streams: number;
}

/** What is kept for every page: to be asked each few seconds reads no ten thousand runs again. */
export async function metricsText(
  {
    journal,
    engine,
  }: {
    readonly journal: Journal;
    readonly engine: Pick<AskedOrder['owner']['engine'], 'driven'>;
  },
  { journal: seen }: Pick<KeptViews, 'journal'>,
  counts: RequestCounts,
): Promise<string> {
  const byStatus = new Map<string, number>();
  for (const { status } of await seen.summaries()) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const gates = (await seen.inbox()).length;
  const lines = [
    ...family('slipway_runs', 'gauge', 'Runs by how they stand.', 'status', byStatus),
    ...family(
      'slipway_requests_total',
      'counter',
      'Requests by the status they were answered with.',
      'status',
      counts.requests,
    ),
    ...single('slipway_gates_open', 'gauge', 'What waits for a person.', gates),
    ...single('slipway_runs_moved', 'gauge', 'Runs the engine works on.', engine.driven().length),
    ...single('slipway_event_streams', 'gauge', 'Event streams that are open.', counts.streams),
    ...single('slipway_journal_position', 'counter', 'Events in the journal.', await journal.newest()),
    ...single('process_resident_memory_bytes', 'gauge', 'Memory of the engine.', process.memoryUsage.rss()),
  ];
  return `${lines.join('\n')}\n`;
}

function family(
  name: string,
  type: string,
  help: string,
  label: string,
  values: ReadonlyMap<string, number>,
): readonly string[] {
  return [
    ...head(name, type, help),
    ...[...values].map(([key, value]) => `${name}{${label}="${key}"} ${value}`),
  ];
}

function single(name: string, type: string, help: string, value: number): readonly string[] {
  return [...head(name, type, help), `${name} ${value}`];
}

function head(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
