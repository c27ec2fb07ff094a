// One look at a pull request: what the forge says of it, turned into what the core asks about. Text from outside is freed of what
// cannot be seen, screened, and kept as blobs before anything else hears of it.
//
//   LOOK-1. What Slipway said itself is not heard: its account together with its marker. The account alone may be a person's.
//   LOOK-2. An edited remark is nobody's order: it is heard as it was written first, or not at all.
//   LOOK-3. A thread in which Slipway had the last word is not open; further words of somebody make it another remark.

import { createHash } from 'node:crypto';

import type { Seen } from '../../core/remarks/seen.ts';
import type { Remark } from '../../core/remarks/remark.ts';
import { heardFirst, unheard } from '../../core/remarks/remark.ts';
import type { Repository, Run } from '../../core/run.ts';
import { heardOf } from '../../core/stages/triage.ts';
import type { Forge, ForgeAnswer, Looked, Remark as Raw } from '../../forges/forge.ts';
import { reveal } from '../../screening/hidden.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { foreignPush } from './foreign-push.ts';

type Parts = Pick<EffectParts, 'blobs' | 'screener' | 'forgeOf' | 'workspaces'>;

const nobodys = { ok: true, value: undefined } as const;
type Words = Omit<Raw, 'replies' | 'kind'>;

/** More are heard the next time. */
const remarksMax = 20;
const wordsCharsMax = 20_000;
const logsMax = 5;
const logCharsMax = 8_000;

export async function lookAt(
  parts: Parts,
  run: Run,
  place: Repository,
  number: number,
): Promise<ForgeAnswer<Seen>> {
  const forge = parts.forgeOf(run);
  const looked = await forge.inspect(place.repository, number);
  if (!looked.ok) return looked;
  const {
    state,
    head,
    target,
    mergeable,
    checks,
    approval,
    missing,
    lacking = [],
    mergeCommit,
    isQueued,
  } = looked.value;
  const foreign = state === 'open' ? await foreignPush(parts, run, place, head) : nobodys;
  if (!foreign.ok) return foreign;
  const remarks = state === 'open' ? await newRemarks(parts, run, place, looked.value) : [];
  const told = await redWords(parts, forge, { place, number, looked: looked.value });
  if (!told.ok) return told;
  const words = told.value;
  return {
    ok: true,
    value: {
      state,
      head,
      mergeable,
      checks,
      comments: looked.value.remarks.length,
      ...(approval === 'not-asked' ? {} : { approval }),
      ...(target === place.base.branch ? {} : { target }),
      ...(missing.length === 0 ? {} : { missing }),
      ...(lacking.length === 0 ? {} : { lacking }),
      ...(isQueued === true ? { isQueued } : {}),
      ...(mergeCommit === undefined ? {} : { mergeCommit }),
      ...(words === undefined ? {} : { words }),
      ...(remarks.length === 0 ? {} : { remarks }),
      ...(foreign.value === undefined ? {} : { foreign: foreign.value }),
    },
  };
}

async function newRemarks(
  parts: Parts,
  { policy }: Run,
  place: Repository,
  looked: Looked,
): Promise<readonly Remark[]> {
  const open = looked.remarks.flatMap((remark) => openIn(remark, looked.demanding));
  const known = new Set(
    unheard(
      heardOf(place),
      open.map(({ remark }) => remark),
    ).map(({ id }) => id),
  );
  const fresh = open
    .filter(({ remark }) => known.has(remark.id))
    .map(({ remark, text }) => ({ ...remark, text }));
  return Promise.all(
    heardFirst(policy.authors, fresh, remarksMax).map(async ({ text, ...remark }) => ({
      ...remark,
      words: await keepText(parts, text),
    })),
  );
}

/** A remark somebody may want something with, and its words. LOOK-1, LOOK-2, LOOK-3. */
function openIn(
  raw: Raw,
  demanding: readonly string[],
): readonly { readonly remark: Remark; readonly text: string }[] {
  const { id, kind, path, line, isResolved, verdict } = raw;
  const said: readonly Words[] = [raw, ...(raw.replies ?? [])];
  const last = said.at(-1);
  if (isResolved === true || last === undefined || isOurs(last) || last.isEdited === true) return [];
  const text = reveal(said.map((words) => spoken(words)).join('\n\n')).text.slice(0, wordsCharsMax);
  if (reveal(last.body).text.trim() === '') return [];
  if (verdict === 'approved' || verdict === 'dismissed') return [];
  const remark: Remark = {
    id: last.id,
    on: id,
    kind,
    author: last.author,
    words: '',
    print: printOf(path, last.body),
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
    ...(demanding.includes(last.author.name) ? { isDemand: true } : {}),
  };
  const where = path === undefined ? '' : ` at ${path}${line === undefined ? '' : `:${line}`}`;
  return [{ remark, text: `${kind}${where}\n\n${text}\n` }];
}

function isOurs({ marker, author }: Words): boolean {
  return marker !== undefined && author.isOurAccount === true;
}

function spoken(words: Words): string {
  const { name, association } = words.author;
  const who = isOurs(words) ? 'Slipway' : `${name}${association === undefined ? '' : ` (${association})`}`;
  return `${who}:\n${words.body}`;
}

/** The same wish at the same place, whatever its letter case and spacing. */
function printOf(path: string | undefined, body: string): string {
  const plain = reveal(body).text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return createHash('sha256')
    .update(`${path ?? ''}\n${plain}`)
    .digest('hex')
    .slice(0, 16);
}

/** What red checks said; asked for once a head and set of names. */
async function redWords(
  parts: Parts,
  forge: Forge,
  { place, number, looked }: { readonly place: Repository; readonly number: number; readonly looked: Looked },
): Promise<ForgeAnswer<string | undefined>> {
  if (looked.state !== 'open' || looked.red.length === 0) return { ok: true, value: undefined };
  const texts: string[] = [];
  for (const name of looked.red.slice(0, logsMax)) {
    const log = await forge.logOf(place.repository, number, name);
    // What is only out of reach for now is asked for again: whoever mends the check has nothing else to go by.
    if (!log.ok && (log.reason === 'forge-unavailable' || log.reason === 'forge-limited')) return log;
    const told = log.ok
      ? (log.value?.slice(-logCharsMax) ?? 'This CI gives no logs.')
      : `Its log could not be read: ${log.detail}`;
    texts.push(`The check ${name} is red at ${looked.head}.\n${told}`);
  }
  const more = looked.red.length - logsMax;
  const words = `${texts.join('\n\n')}${more > 0 ? `\n\n${more} more are red.` : ''}\n`;
  return { ok: true, value: await keepText(parts, words) };
}
