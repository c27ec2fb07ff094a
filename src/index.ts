// The library: the pure core, the ports, and the fakes that ship with them. Not semver-stable before 1.0.

export { decide } from './core/decide.ts';
export { evolve, fold } from './core/evolve/evolve.ts';
export { effectsDue } from './core/effects-due.ts';
export { statusOf } from './core/status.ts';
export { defaultPolicy } from './core/policy.ts';
export { fakeJournal, fakeStore } from './journal/fake-journal.ts';
export { fakeLateJournal } from './journal/fake-late-journal.ts';
export { fakeBlobs } from './blobs/fake-blobs.ts';
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
