// What is made of a value that never changes is made once and kept for as long as that value is.

export interface Once<K extends object, V> {
  (key: K): V;
  /** Somebody knows what `make` would answer. */
  readonly is: (key: K, value: V) => void;
}

/** The same answers as `make`: nobody can tell but by a clock. Only for what is a pure function of its argument. */
export function once<K extends object, V>(make: (key: K) => V): Once<K, V> {
  const made = new WeakMap<K, { readonly value: V }>();
  const is = (key: K, value: V): void => void made.set(key, { value });
  const of = (key: K): V => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    is(key, value);
    return value;
  };
  return Object.assign(of, { is });
}
