// What a home keeps and nobody needs: looked for, and deleted where that is ordered.

import { plural } from '../../views/words/words.ts';
import type { LeftoverKind } from '../clearing/leftovers.ts';
import { leftoverKinds } from '../clearing/leftovers.ts';
import { bytesInWords } from '../words/bytes.ts';
import { onceAtHome } from './once-at-home.ts';
import type { GcInput } from './schemas/gc.ts';
import type { Look, Order, OrderContext } from './verb.ts';

export interface Collected {
  readonly kinds: readonly {
    readonly kind: LeftoverKind;
    readonly items: number;
    readonly bytes: number;
  }[];
  readonly bytes: number;
  /** Sentences about what stays, and why. */
  readonly left: readonly string[];
}

const hourMs = 60 * 60 * 1000;
/** 30 days. */
const ageHoursUsual = 30 * 24;

export const leftovers: Look<GcInput, Collected> = {
  look: async ({ places, journal, clock, driven }, { olderThanHours = ageHoursUsual }) => {
    if (journal === undefined) return { kinds: [], bytes: 0, left: [] };
    const { leftoversIn } = await import('../clearing/leftovers.ts');
    const { whoDrives } = await import('../home/who-drives.ts');
    const now = clock.now();
    const { drives } = await whoDrives(places, driven);
    const moving = (await journal.summaries({ open: true })).map(({ run }) => run).filter(drives);
    const searched = { places, journal, now, before: now - olderThanHours * hourMs, driven: moving };
    const { found, left } = await leftoversIn(searched);
    return { ...sums(found), left };
  },
  words: (collected, { style }) => ({
    data: rows(collected, style.bold),
    talk: `${leftWords(collected)}${collected.bytes === 0 && collected.kinds.length === 0 ? 'There is nothing to delete.\n' : 'Nothing was deleted. `slipway gc --yes` does it.\n'}`,
  }),
};

export const gc: Order<GcInput, Collected> = {
  order: (context, input) =>
    onceAtHome(context, {
      kept: () => import('./schemas/kept.ts').then((file) => file.cleared),
      first: async (take) => {
        const collected = await collectedNow(context, input);
        await take({ kinds: collected.kinds, bytes: collected.bytes });
        return collected;
      },
      again: (came) => Promise.resolve({ ...came, left: [goneBefore] }),
    }),
  words: (collected, { style }) => ({
    data: rows(collected, style.bold),
    talk: `${leftWords(collected)}${bytesInWords(collected.bytes)} deleted.\n`,
  }),
};

const goneBefore = 'It was deleted when this was ordered first; `slipway gc` says what is there now.';

async function collectedNow(
  { tools, owner }: OrderContext,
  { olderThanHours = ageHoursUsual }: GcInput,
): Promise<Collected> {
  const { places, clock, git } = tools;
  const [{ leftoversIn }, { clear }] = await Promise.all([
    import('../clearing/leftovers.ts'),
    import('../clearing/clear.ts'),
  ]);
  const now = clock.now();
  const before = now - olderThanHours * hourMs;
  const searched = { places, journal: owner.journal, now, before, driven: owner.engine.driven() };
  const { found, left } = await leftoversIn(searched);
  const cleared = await clear({ home: places.home, git }, found, {
    before,
    mayGo: ({ kind }) => (kind !== 'layers' && kind !== 'caches') || owner.engine.driven().length === 0,
  });
  return { ...sums(cleared.gone), left: [...left, ...cleared.left] };
}

function sums(
  found: readonly { readonly kind: LeftoverKind; readonly bytes: number }[],
): Pick<Collected, 'kinds' | 'bytes'> {
  const kinds = leftoverKinds.flatMap((kind) => {
    const items = found.filter((item) => item.kind === kind);
    return items.length === 0 ? [] : [{ kind, items: items.length, bytes: total(items) }];
  });
  return { kinds, bytes: total(found) };
}

function total(items: readonly { readonly bytes: number }[]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}

const kindWidth = Math.max(...leftoverKinds.map((kind) => kind.length));
const bytesWidth = 9;

function rows({ kinds }: Collected, bold: (text: string) => string): string {
  return kinds
    .map(({ kind, items, bytes }) => {
      const amount = bytesInWords(bytes).padStart(bytesWidth);
      return `${bold(kind.padEnd(kindWidth))}  ${amount}  ${plural(items, 'item')}\n`;
    })
    .join('');
}

function leftWords({ left }: Collected): string {
  return left.map((sentence) => `${sentence}\n`).join('');
}
