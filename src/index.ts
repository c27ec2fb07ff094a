// The library: Slipway inside another program (verbs, views and events, with their types), the pure core, the ports, and the fakes that
// ship with them. Not semver-stable before 1.0.

export { openSlipway } from './library/open-slipway.ts';
export { verbs } from './app/verbs/table.ts';
export { decide } from './core/decide.ts';
export { evolve, fold } from './core/evolve/evolve.ts';
export { effectsDue } from './core/effects-due.ts';
export { statusOf } from './core/status.ts';
export { defaultPolicy } from './core/policy.ts';
export { fakeJournal, fakeStore } from './journal/fake-journal.ts';
export { fakeLateJournal } from './journal/fake-late-journal.ts';
export { fakeBlobs } from './blobs/fake-blobs.ts';
export type { OpenOptions, Slipway, Told } from './library/open-slipway.ts';
export type { VerbName } from './app/verbs/table.ts';
export type { LookEntry, OrderEntry } from './app/verbs/verb.ts';
export type { Command, Refusal } from './core/commands.ts';
export type { Effect, Kind, Outcome } from './core/effects.ts';
export type { RunEvent } from './core/events.ts';
export type { Run } from './core/run.ts';
export type { Policy } from './core/policy.ts';
export type { Agent, AgentOutcome, AgentRequest } from './agents/agent.ts';
export type { Blobs } from './blobs/blobs.ts';
export type { Forge } from './forges/forge.ts';
export type { Journal } from './journal/journal.ts';
export type { Tracker } from './trackers/tracker.ts';
export type { RunSummary } from './views/run/summary.ts';
