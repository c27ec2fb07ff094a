// A time as people write it, for tests of the core, which knows no calendar.

export function instant(iso: string): number {
  return Date.parse(iso);
}
