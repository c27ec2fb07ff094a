// Faults that only the program of a vendor can tell of, so that a script says them instead: its agent ends as if the program had.

import type { FailureReason } from '../../core/failures/failure.ts';

export const saidFaults = [
  'quota',
  'auth',
  'overloaded',
  'network',
  'agent-failed',
  'agent-timeout',
  'agent-stalled',
  'agent-killed',
  'agent-output-limit',
  'max-turns',
  'prompt-too-long',
  'denied',
  'agent-missing',
] as const satisfies readonly FailureReason[];

export type SaidFault = (typeof saidFaults)[number];
