// Every type of event, with what views need to know about it. A type without its row does not compile.

import { deliveryEvents } from './delivery-events.ts';
import type { EventRows } from './event-row.ts';
import { planEvents } from './plan-events.ts';
import { runEvents } from './run-events.ts';
import { taskEvents } from './task-events.ts';

export const eventRows: EventRows = { ...runEvents, ...planEvents, ...taskEvents, ...deliveryEvents };
