// One of several by its name, made when it is first asked for and the same one ever after. Who asks for a name that is not
// there gets what stands in for it: a name out of a journal may be another version's.

export function byName<T>(
  makers: Readonly<Record<string, () => T>>,
  standIn: (name: string, known: readonly string[]) => T,
): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    const before = made.get(name);
    if (before !== undefined) return before;
    const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
    const one = make === undefined ? standIn(name, Object.keys(makers)) : make();
    made.set(name, one);
    return one;
  };
}
