// Port: looking over a repository at a commit, in code, before anybody is paid. What it says is a hint for those who
// plan, never a decision; files and their contents are data.

import type { DocTrust, SurveyFacts } from '../core/repository/survey.ts';
import type { FileEntry } from '../workspace/workspace.ts';

export interface SurveyRequest {
  readonly repository: string;
  readonly commit: string;
  /** The files of that commit. */
  readonly entries: readonly FileEntry[];
  /** The ticket's words, screened; without them there is nothing to search for. */
  readonly ticket?: { readonly title: string; readonly text: string };
}

export interface Surveyed {
  readonly facts: SurveyFacts;
  readonly docs: readonly DocTrust[];
  readonly impact: Impact;
}

/** Where a change for the ticket is likely to be. */
export interface Impact {
  /** The best first. */
  readonly files: readonly LikelyFile[];
  readonly areas: readonly { readonly folder: string; readonly files: number }[];
  /** What was searched for, the strongest first. */
  readonly terms: readonly string[];
  /** Files whose contents were read, and files that were left out because there were too many bytes. */
  readonly read: number;
  readonly unread: number;
}

export interface LikelyFile {
  readonly path: string;
  /** Compared with the best, from 1 down. */
  readonly score: number;
  readonly why: string;
}

export interface Surveyor {
  readonly look: (request: SurveyRequest) => Promise<Surveyed>;
  /** Records that documents are right for the files they lie among; only those that are documents count. */
  /** Keeps texts that the documenter wrote for these files, whatever of them lies in the tree. Never fails: nobody waits for it. */
  readonly keep: (
    repository: string,
    about: {
      readonly entries: readonly FileEntry[];
      readonly documents: readonly { readonly path: string; readonly blob: string }[];
    },
  ) => Promise<void>;
  readonly trust: (
    repository: string,
    about: { readonly entries: readonly FileEntry[]; readonly written: readonly string[] },
  ) => Promise<void>;
}
