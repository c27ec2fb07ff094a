// Bugs that are planted on purpose, each behind its flag in the simulator's own driver, handlers or journal, never in
// `src/`. A simulation that does not find them would not find their like either.

export const plantedBugs = [
  /** After a recovery the world is not asked first, and the act does not look either: it is done again. */
  'no-probe',
  /** The journal takes an append from an owner that was superseded. */
  'append-without-fence',
  /** A push goes out without its lease. */
  'push-without-lease',
  /** A merge goes out without the head it means. */
  'merge-without-head',
  /** The checks of the whole change are said to be good without being run, so a merge has no evidence behind it. */
  'evidence-not-made',
  /** A decision counts for whatever the gate is about now, not for what the person read. */
  'stale-digest',
  /** What an owner that is gone had launched is launched again under the same intent, which counts once. */
  'launch-again',
  /** A launch is written down when it ended, so a crash forgets that it was paid for. */
  'launch-counted-late',
  /** Now and then an event is stored with another body than the one its hash is of. */
  'chain-broken',
  /** Now and then an event that lies in the store for long is put there anew, whole and with a hash that is right. */
  'history-replaced',
  /** An order that comes once more, because nobody heard an answer, is carried out once more. */
  'repeat-taken-anew',
  /** Who owned the home before says that an order was taken, and could not write it. */
  'answered-unwritten',
  /** Now and then an owner tells those who look on of the same events twice. */
  'told-twice',
] as const;

export type PlantedBug = (typeof plantedBugs)[number];

export const seedsPerBugMax = 2_000;
