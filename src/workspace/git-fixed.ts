// What git says of objects that are named by their ids never changes, so it is asked once: a run looks at the tree of its base
// some thirty times. Owns what is kept of such answers; the one that was not asked for longest goes first.

import type { Git, GitRequest } from './git.ts';
import { gitOk } from './git-ok.ts';

/** A character is a byte here, or two. */
const keptCharsMax = 8 * 1024 * 1024;
/** One list of a huge repository would throw everything else out. */
const answerCharsMax = keptCharsMax / 2;

const wholeId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const memories = new WeakMap<Git, Answers>();

/** The output of a call that must succeed. `about` is what its answer depends on: where that is no id of an object, git is asked. */
export function gitFixed(git: Git, request: GitRequest, about: readonly string[]): Promise<string> {
  if (!about.every((name) => wholeId.test(name))) return gitOk(git, request);
  const answers = memories.get(git) ?? new Answers();
  memories.set(git, answers);
  const { gitDir, args, encoding = 'utf8' } = request;
  return answers.of([gitDir, encoding, ...args].join('\0'), () => gitOk(git, request));
}

class Answers {
  readonly #asked = new Map<string, Promise<string>>();
  /** The one that was not asked for longest comes first. */
  readonly #kept = new Map<string, string>();
  #keptChars = 0;

  async of(question: string, ask: () => Promise<string>): Promise<string> {
    const known = this.#kept.get(question);
    if (known !== undefined) {
      this.#kept.delete(question);
      this.#kept.set(question, known);
      return known;
    }
    const asking = this.#asked.get(question) ?? this.#ask(question, ask);
    this.#asked.set(question, asking);
    return asking;
  }

  /** A call that failed may succeed the next time, when somebody has brought the object. */
  async #ask(question: string, ask: () => Promise<string>): Promise<string> {
    try {
      const answer = await ask();
      this.#keep(question, answer);
      return answer;
    } finally {
      this.#asked.delete(question);
    }
  }

  #keep(question: string, answer: string): void {
    if (answer.length > answerCharsMax) return;
    this.#kept.set(question, answer);
    this.#keptChars += answer.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptChars <= keptCharsMax) break;
      this.#kept.delete(oldest);
      this.#keptChars -= length;
    }
  }
}
