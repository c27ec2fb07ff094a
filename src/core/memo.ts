// What is made of a value that never changes is made once and kept for as long as that value is.

/** The same answers as `make`: nobody can tell but by a clock. Only for what is a pure function of its argument. */
export function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}
