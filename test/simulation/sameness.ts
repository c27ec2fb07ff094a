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
  if (names.length === others.length && names.every((name, at) => name === others[at])) return undefined;
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
