// What moves a run and is loaded on demand, loaded now: an engine lives for days, and the package it came from may be replaced in a
// second. A file of another version would not fit what is in memory. Verbs are left out: all of them together would be a tenth of
// what an engine may have at rest, and most are never asked for.

export async function loadRest(): Promise<void> {
  await Promise.all([import('../../config/load.ts'), import('../../effects/handlers.ts')]);
}
