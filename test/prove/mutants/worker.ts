// The program that tries mutants. A mutant may hang it or eat its memory; then it is killed, and another one goes on.

import * as fc from 'fast-check';
import { Bench } from './bench.ts';
import type { Answer, Request } from './workers.ts';

// Properties are tried with the same values for every mutant: what survives once survives always.
fc.configureGlobal({ seed: 1 });
Error.stackTraceLimit = 0;

let bench: Bench | undefined;

async function answerTo(request: Request): Promise<Answer> {
  if (request.type === 'load') {
    const packages = new Map<string, object>();
    for (const name of request.compiled.packages) packages.set(name, await provided(name));
    bench = new Bench(request.compiled, packages);
    return { type: 'loaded' };
  }
  if (bench === undefined) throw new Error('a bench is loaded before it is asked for something');
  if (request.type === 'baseline') return { type: 'baseline', baseline: bench.baseline() };
  return { type: 'tried', tried: bench.try(request.mutant, request.plan) };
}

async function provided(name: string): Promise<object> {
  const found: unknown = await import(name);
  return typeof found === 'object' && found !== null ? found : {};
}

process.on('message', (request: Request) => {
  void answerTo(request).then(
    (answer) => process.send?.(answer),
    (error: unknown) =>
      process.send?.({ type: 'threw', error: error instanceof Error ? error.message : String(error) }),
  );
});
process.send?.({ type: 'ready' });
