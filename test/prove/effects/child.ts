// The program of a process that performs one effect. It may be killed at any moment; that is what it is for.

import { systemClock } from '../../../src/telemetry/system-clock.ts';
import { partsIn } from '../../support/effect-parts.ts';
import type { Order } from './kill.ts';
import { performed } from './performing.ts';
import { reaching } from './reach.ts';

async function work({ root, reach, run, deed }: Order): Promise<void> {
  const { parts } = await partsIn(root);
  const clock = systemClock();
  const reached = reaching(parts, reach, { clock, learn: () => undefined });
  await performed({ parts: reached, run, deed, clock, recovered: false });
}

process.on('message', (order: Order) => {
  work(order).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
});
