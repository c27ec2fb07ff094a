// What came of a case: the damage was named before anything of the run was seen outside, or nothing is otherwise than without it,
// or nobody noticed. Pure but for the facts it is given.

import type { Finding } from '../support/compare.ts';
import type { Case } from './damage.ts';
import type { Said } from './typed.ts';

export type Verdict = 'named' | 'harmless' | 'silent';

export interface Ended {
  readonly said: readonly Said[];
  /** What is otherwise than in the world nobody damaged, where the run came to its end. */
  readonly findings: readonly Finding[] | undefined;
  /** What is seen of the run outside of it, before and after. */
  readonly before: string;
  readonly after: string;
}

export interface Judged {
  readonly name: string;
  readonly part: string;
  readonly verdict: Verdict;
  readonly why: string;
}

/** Something is missing, or was refused: how a command ends that meets damage. */
const codes: ReadonlySet<number> = new Set([4, 6]);
/** And where it is git that met it, the run is blocked. */
const blocked = 5;

/** The words in which damage is told. */
const named =
  /is damaged|damaged {2}run\/|The (?:journal is|anchors of the journal are) lost|cannot be (?:used|opened as a journal) \(|database disk image is malformed|has table version/;
const gitWords =
  /corrupt|bad object|invalid object|could not read|unable to read|missing (?:blob|tree|commit)|not a (?:valid|git)|inflate|hash mismatch|bad (?:ref|sha1|signature|revision|config)|loose object|object file|unknown revision|not a tree|bad tree|broken ref/i;
/** What damage must never be taken for. */
const misnamed = /bug in Slipway|There is no run(?: yet)?\b|There is no journal yet/;

export function judge({ name, part }: Case, { said, findings, before, after }: Ended): Judged {
  const answer = (verdict: Verdict, why: string): Judged => ({ name, part, verdict, why });
  const wrong = said.find(({ text }) => misnamed.test(text));
  if (wrong !== undefined) return answer('silent', `${wrong.words.join(' ')}: ${wrong.text.slice(0, 300)}`);
  const who = said.find((item) => isNamed(item)) ?? (part === 'store' ? namedByGit(said) : undefined);
  if (findings !== undefined) {
    if (findings.length > 0) return answer('silent', JSON.stringify(findings).slice(0, 600));
    return answer(who === undefined ? 'harmless' : 'named', 'came to its end');
  }
  if (who === undefined)
    return answer(
      'silent',
      `stuck: ${JSON.stringify(said.map(({ code, text }) => [code, text.slice(0, 150), text.slice(-900)]))}`,
    );
  if (before !== after) return answer('silent', `seen outside: ${after} instead of ${before}`);
  return answer('named', who.text.slice(0, 200));
}

function isNamed({ code, text }: Said): boolean {
  return codes.has(code) && named.test(text);
}

/** The run is blocked, and whoever asks why reads what git found. */
function namedByGit(said: readonly Said[]): Said | undefined {
  const isStopped = said.some(
    ({ words, code }) => words[0] === 'land' && (code === blocked || codes.has(code)),
  );
  return isStopped ? said.find(({ text }) => gitWords.test(text)) : undefined;
}

export interface Counts {
  readonly cases: number;
  readonly named: number;
  readonly harmless: number;
  readonly silent: number;
  readonly controls: number;
}

export function countsOf(judged: readonly Judged[], controls: number): Counts {
  const count = (verdict: Verdict): number => judged.filter((item) => item.verdict === verdict).length;
  return {
    cases: judged.length,
    named: count('named'),
    harmless: count('harmless'),
    silent: count('silent'),
    controls,
  };
}
