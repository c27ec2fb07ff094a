// Whether two states are the same, part by part. States never change, so a pair that was found equal once stays so: what
// is looked at is only what is new in either of them.

/** Where two values first differ, as a path, or undefined where they are the same. It remembers what it found equal. */
export type Sameness = (one: unknown, other: unknown) => string | undefined;

export function sameness(): Sameness {
  const equal = new WeakMap<object, object>();
  const compare: Sameness = (one, other) => {
    if (one === other || Object.is(one, other)) return undefined;
    if (!isRecord(one) || !isRecord(other)) return '';
    if (equal.get(one) === other) return undefined;
    const found = Array.isArray(one) ? inList(one, other, compare) : inRecord(one, other, compare);
    if (found === undefined) equal.set(one, other);
    return found;
  };
  return compare;
}

/**
 * The same of two that grow side by side: what each of them had already when they were last found equal is not looked at
 * again. Their parts are held against each other by place, which takes a fraction of what it takes by name.
 */
export function samenessOfTwo(compare: Sameness): Sameness {
  let before: readonly [readonly unknown[], readonly unknown[]] = [[], []];
  return (one, other) => {
    if (one === other || !isRecord(one) || !isRecord(other)) return compare(one, other);
    const names = Object.keys(one);
    if (Array.isArray(one) || Array.isArray(other) || !areSame(names, Object.keys(other))) {
      return compare(one, other);
    }
    const [ones, others] = [Object.values(one), Object.values(other)];
    for (let at = 0; at < ones.length; at += 1) {
      if (ones[at] === before[0][at] && others[at] === before[1][at]) continue;
      const different = compare(ones[at], others[at]);
      if (different !== undefined) return within(names[at] ?? '', different);
    }
    before = [ones, others];
    return undefined;
  };
}

function areSame(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false;
  for (let at = 0; at < names.length; at += 1) if (names[at] !== others[at]) return false;
  return true;
}

type Fields = Readonly<Record<string, unknown>>;

function inList(one: readonly unknown[], other: unknown, compare: Sameness): string | undefined {
  if (!Array.isArray(other)) return '';
  if (one.length !== other.length) return 'length';
  for (let at = 0; at < one.length; at += 1) {
    const different = compare(one[at], other[at]);
    if (different !== undefined) return within(String(at), different);
  }
  return undefined;
}

function inRecord(one: Fields, other: Fields, compare: Sameness): string | undefined {
  if (Array.isArray(other)) return '';
  const names = Object.keys(one);
  for (const name of names) {
    const different = compare(one[name], other[name]);
    if (different !== undefined) return within(name, different);
  }
  const others = Object.keys(other);
  // The same names in the same order, as in two states of one shape: nothing more to ask.
  if (areSame(names, others)) return undefined;
  return (
    names.find((name) => !Object.hasOwn(other, name)) ?? others.find((name) => !Object.hasOwn(one, name))
  );
}

function within(name: string, different: string): string {
  return different === '' ? name : `${name}/${different}`;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
