// A look into JSON by a path of keys, believing nothing about its shape. Total.

export function parsed(line: string): unknown {
  if (!/^\s*\{/.test(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export function at(value: unknown, ...keys: readonly string[]): unknown {
  let inner = value;
  for (const key of keys) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = Reflect.get(inner, key);
  }
  return inner;
}

/** Empty where there is no text. */
export function textIn(value: unknown, ...keys: readonly string[]): string {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : '';
}

export function numberIn(value: unknown, ...keys: readonly string[]): number | undefined {
  const found = at(value, ...keys);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function itemsIn(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}
