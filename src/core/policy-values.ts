// What a key of policy is: the name a person writes, what may stand there, what holds where nobody says anything, and
// what it means. Which keys there are belongs to `policy-keys.ts`; how a file is checked and read to `config/`.
//
// Invariants
//   POLICY-VALUES-1. A value gets into a policy only where it is what its key allows.
//   POLICY-VALUES-2. A section that is there only where somebody says something in it is left out whole otherwise.

/** What may stand at a key, as data: a reader checks it, the reference tells it, a view spells it. */
export type ValueKind =
  | { readonly type: 'flag' }
  | { readonly type: 'whole'; readonly min: number; readonly max: number }
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'word'; readonly words: readonly string[] }
  /** In milliseconds; people write 90s. */
  | { readonly type: 'time' }
  /** In bytes; people write 50MB. */
  | { readonly type: 'size' }
  | { readonly type: 'names'; readonly max: number }
  | { readonly type: 'small-words'; readonly max: number }
  | { readonly type: 'address' }
  /** A list that people change by what they add and remove. */
  | { readonly type: 'paths' }
  /** The four caps, for every stage that is named. */
  | { readonly type: 'stages' };

export interface Key<V> {
  /** As in `slipway.yaml`, with dots. */
  readonly key: string;
  readonly kind: ValueKind;
  /** Where nobody says anything; undefined where there is nothing then. */
  readonly default: V | undefined;
  /** The part of the specification that speaks of it. */
  readonly spec: string;
  /** One or two sentences. */
  readonly about: string;
  /** What a run lives by that was started before the key was there. */
  readonly older?: V;
  /** Instead of the default, where the machine has a say. */
  readonly ofCores?: (cores: number) => V;
}

export type AnyKey = Key<unknown>;

/** A part of policy that nobody sets: it follows from something else. */
export interface Fixed<V> {
  readonly fixed: V;
}

/** A section that is there only where somebody says something in it. */
export interface WhenSaid<R> {
  readonly whenSaid: R;
}

type Leaf = boolean | number | string | readonly string[];

/** A row for every field of `T`, at its place. Records that are one value to people are one row: `stages`. */
export type Rows<T> = {
  readonly [K in keyof T]-?: Row<NonNullable<T[K]>, K>;
};

type Row<V, K> = [V] extends [Leaf]
  ? Key<V> | Fixed<V>
  : K extends 'alternatives' | 'raised'
    ? Fixed<V | undefined>
    : K extends 'stages'
      ? Key<V>
      : Rows<V> | WhenSaid<Rows<V>>;

interface Words {
  readonly spec: string;
  readonly about: string;
}

type More<V> = Pick<Key<V>, 'ofCores'> & { readonly older: V };

export function flag(key: string, initial: boolean, words: Words): Key<boolean> {
  return { key, kind: { type: 'flag' }, default: initial, ...words };
}

type Range = readonly [min: number, max: number];

/** A whole number. */
export function whole(
  key: string,
  [min, max]: Range,
  initial: number | undefined,
  words: Words,
): Key<number> {
  return { key, kind: { type: 'whole', min, max }, default: initial, ...words };
}

export function amount(
  key: string,
  [min, max]: Range,
  initial: number | undefined,
  words: Words,
): Key<number> {
  return { key, kind: { type: 'number', min, max }, default: initial, ...words };
}

export function word<const W extends string>(
  key: string,
  choices: readonly W[],
  initial: W,
  words: Words,
): Key<W> {
  return { key, kind: { type: 'word', words: choices }, default: initial, ...words };
}

export function time(key: string, initialMs: number | undefined, words: Words): Key<number> {
  return { key, kind: { type: 'time' }, default: initialMs, ...words };
}

export function other<V>(key: string, kind: ValueKind, initial: V | undefined, words: Words): Key<V> {
  return { key, kind, default: initial, ...words };
}

/** A key that journals of older versions do not have. */
export function later<V>(key: Key<V>, more: More<V>): Key<V> & More<V> {
  return { ...key, ...more };
}

export function fixed<V>(value: V): Fixed<V> {
  return { fixed: value };
}

export function whenSaid<R>(rows: R): WhenSaid<R> {
  return { whenSaid: rows };
}

/** The same rows without the types of their values, for whoever walks over them. */
export interface AnyRows {
  readonly [field: string]: AnyRow;
}
type AnyRow = AnyKey | Fixed<unknown> | WhenSaid<AnyRows> | AnyRows;

const isKey = (row: AnyRow): row is AnyKey => Object.hasOwn(row, 'kind');
const isFixed = (row: AnyRow): row is Fixed<unknown> => Object.hasOwn(row, 'fixed');
const isWhenSaid = (row: AnyRow): row is WhenSaid<AnyRows> => Object.hasOwn(row, 'whenSaid');
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A key, and the fields that lead to it. */
export interface Placed {
  readonly key: AnyKey;
  readonly at: readonly string[];
}

export function placedIn(rows: AnyRows, at: readonly string[] = []): readonly Placed[] {
  return Object.entries(rows).flatMap(([field, row]): readonly Placed[] => {
    const here = [...at, field];
    if (isKey(row)) return [{ key: row, at: here }];
    if (isFixed(row)) return [];
    return placedIn(isWhenSaid(row) ? row.whenSaid : row, here);
  });
}

/** Answers with what was said about a key, as it stands in a policy; undefined where nothing was. */
export type SaidOfKey = (key: AnyKey) => unknown;

/** Every field of `T`: what was said of its key, or else the default. */
export function filled<T>(rows: Rows<T> & AnyRows, said: SaidOfKey): T {
  const values = valuesOf(rows, said);
  if (!isFilled(values, rows)) throw new Error('a value of policy is not what its key allows');
  return values;
}

function valuesOf(rows: AnyRows, said: SaidOfKey): Readonly<Record<string, unknown>> {
  const entries = Object.entries(rows).map(([field, row]) => [field, valueOf(row, said)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function valueOf(row: AnyRow, said: SaidOfKey): unknown {
  if (isKey(row)) return said(row) ?? row.default;
  if (isFixed(row)) return row.fixed;
  if (!isWhenSaid(row)) return valuesOf(row, said);
  const isSaid = placedIn(row.whenSaid).some(({ key }) => said(key) !== undefined); // POLICY-VALUES-2
  return isSaid ? valuesOf(row.whenSaid, said) : undefined;
}

/** POLICY-VALUES-1. */
function isFilled<T>(values: unknown, rows: Rows<T> & AnyRows): values is T {
  return hold(values, rows);
}

function hold(values: unknown, rows: AnyRows): boolean {
  return (
    isRecord(values) &&
    Object.entries(rows).every(([field, row]) => {
      const value = values[field];
      if (isFixed(row)) return true;
      if (isKey(row)) return value === undefined ? row.default === undefined : fits(row.kind, value);
      return isWhenSaid(row) ? value === undefined || hold(value, row.whenSaid) : hold(value, row);
    })
  );
}

function fits(kind: ValueKind, value: unknown): boolean {
  switch (kind.type) {
    case 'flag':
      return typeof value === 'boolean';
    case 'whole':
    case 'time':
    case 'size':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'word':
      return kind.words.some((choice) => choice === value);
    case 'names':
    case 'small-words':
    case 'paths':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'address':
      return typeof value === 'string';
    case 'stages':
      return isRecord(value);
  }
}

/** What a policy that may be of an older version says at a key. */
export function valueIn(policy: unknown, { key, at }: Placed): unknown {
  let value = policy;
  for (const field of at) value = isRecord(value) ? value[field] : undefined;
  return value ?? key.older ?? key.default;
}
