// What a kind of agent is: everything Slipway knows about it, as data and pure functions in one object. Each lies in a
// folder of its own as `kind.ts`, and `kinds.ts` lists them; nothing else tells kinds apart. Commands that only read load
// these objects too, so none brings `zod` or what a launch needs: those are handed in, or loaded when they are called for.

import type { z } from 'zod';
import type { AgentWords } from '../config/agent-schema.ts';
import type { Processes } from '../containment/process.ts';
import type { TranscriptDialect } from '../views/transcripts/told.ts';
import type { Agent } from './agent.ts';
import type { Environment } from '../plain/environment.ts';

/** What an agent of a kind is written as in `slipway.yaml`, and what a run keeps of it. */
export interface Typed {
  readonly type: string;
}

export interface AgentKind<Config extends Typed, Written extends Typed> {
  readonly type: Config['type'];
  /** Its line under `agents` in a first `slipway.yaml`, where one is worth showing. */
  readonly example?: string;
  /** False where one may be made for a single role: it is then never asked to play another. */
  readonly playsAnyRole: boolean;
  /** False where it does nothing but what a person trusted with its commands. */
  readonly needsConsent: boolean;
  /** Its keys in `slipway.yaml`, made of the words all kinds share. */
  readonly schema: (words: AgentWords) => AgentSchema<Written>;
  /** What a run keeps: defaults filled in, and the files it names read. */
  readonly keep: (written: Written, read: ReadFile) => Promise<KeptConfig<Config>>;
  /** With the paths a person wrote made absolute. */
  readonly place: (config: Config, roots: Roots) => Config;
  readonly facts: (config: Config) => AgentFacts;
  readonly make: (config: Config, setting: AgentSetting) => Promise<Agent>;
  /** How what it prints is told to people; left out where that is plain text. */
  readonly transcript?: TranscriptDialect;
}

export type AgentSchema<Written> = z.ZodType<Written> & z.core.$ZodTypeDiscriminable;

/** A file by its path from the root of the repository; undefined where there is none. */
export type ReadFile = (path: string) => Promise<string | undefined>;

export type KeptConfig<Config> =
  | { readonly ok: true; readonly config: Config }
  /** What is wrong with the value of a key, in words. */
  | { readonly ok: false; readonly key: string; readonly problem: string };

export interface Roots {
  readonly root: string;
  readonly homedir: string;
}

/** What is asked about an agent that is configured. */
export interface AgentFacts {
  /** What is started for it, as the configuration names it; undefined where that comes with Slipway. */
  readonly program: string | undefined;
  /** Names of the variables it is given. */
  readonly env: readonly string[];
  /** Those among them that a person asked for: its kind would not get them anyway. */
  readonly asked: readonly string[];
  /**
   * What runs when it is launched and what it is given, in the words a person is asked to trust. Every key of the
   * configuration that makes a difference to that person is in them.
   */
  readonly trusted: readonly string[];
  /** Whether it tells what a launch cost. What nobody tells is unknown, never nothing. */
  readonly tellsCost: (env: Environment) => boolean;
}

/** What an agent is made with, beside its configuration. */
export interface AgentSetting {
  readonly name: string;
  /** The whole environment: what every program gets, and what this one is given by name. */
  readonly env: Readonly<Record<string, string>>;
  readonly processes: Processes;
  readonly now: () => number;
  /** Where a program such as `./agent.sh` is looked for. Never the workspace: what works there could replace it. */
  readonly base: string;
  /** The folder of Slipway's own that its login lies in. */
  readonly loginFolder: string;
  /** The user's own home, where their own logins are. */
  readonly homedir: string;
}
