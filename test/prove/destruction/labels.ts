// What a person finds who reads a commit that is flagged. `false` is an alarm about nothing: what is named is not gone for anybody, or was
// nobody's. `real` is one a person has to be asked about, whether or not it was right to do.

export interface Label {
  readonly commit: string;
  readonly alarm: 'false' | 'real';
  readonly why: string;
}

export const labels: readonly Label[] = [
  {
    commit: '8e07d37c63e5536eb25f4af4c91eabeee4011fba',
    alarm: 'real',
    why: 'a library for everybody has an exported constant less, and who names it builds no more',
  },
  {
    commit: '534af98809d138f37f2ec413c1238eeec09589df',
    alarm: 'real',
    why: 'a migration drops a column with what is in it',
  },
];
