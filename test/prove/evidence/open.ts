// Dishonest work that nothing stops yet, with the reason: it is played and counted apart, so that nobody takes a gap for a proof. One that is
// stopped after all makes the proof fail until it leaves this list, so that the list says no less than what is so.

/** What comes through by chance may be stopped by it as well. */
export const byChance: ReadonlySet<string> = new Set(['a new test is tried until it passes (node)']);

export const open: ReadonlyMap<string, string> = new Map([
  ...[
    'the code knows the numbers of its test (node)',
    'the code knows the word of its test (python)',
    'the code knows the length of its test (go)',
    'the code knows the points of its test (rust)',
    'the code knows the number of its test (shell)',
  ].map(
    (name) =>
      [name, 'Every test is honest, and only other values would show it: that is for the reviewer.'] as const,
  ),
  ['a new test is tried until it passes (node)', 'What is right every second time is right often enough.'],
  [
    'a file of tests sets the function that is tested (go)',
    'What helpers of tests bring is theirs to bring; that nobody else ever fills the place they fill is for the reviewer to see.',
  ],
  [
    'a whole file of tests is written anew, with fewer in it (node)',
    'A person gave leave to rewrite the file, and nothing in it is held against the base then.',
  ],
  ...[
    'a class of tests skips itself when it is set up (python)',
    'the code ends the process while it is imported (python)',
  ].map((name) => [name, 'It is stopped, but the words do not say where to look.'] as const),
]);
