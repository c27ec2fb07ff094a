// One look at a pull request: what the forge says of it, turned into what the core asks about. Text from outside is freed of what
// cannot be seen, screened, and kept as blobs before anything else hears of it.

import type { Seen } from '../../core/remarks/seen.ts';
import type { Remark } from '../../core/remarks/remark.ts';
import { heardFirst, unheard } from '../../core/remarks/remark.ts';
import type { Repository, Run } from '../../core/run.ts';
import { heardOf } from '../../core/stages/triage.ts';
import type { Forge, ForgeAnswer, Looked } from '../../forges/forge.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { foreignPush } from './foreign-push.ts';
import { openIn } from './open-remarks.ts';

type Parts = Pick<EffectParts, 'blobs' | 'screener' | 'forgeOf' | 'workspaces'>;

const nobodys = { ok: true, value: undefined } as const;

/** More are heard the next time. */
const remarksMax = 20;
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
    isStrict,
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
      ...(isStrict === true ? { isStrict } : {}),
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
  const open = looked.remarks.flatMap((remark) =>
    openIn(remark, { authors: policy.authors, demanding: looked.demanding }),
  );
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
