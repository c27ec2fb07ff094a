// `test` and `describe` as tests call them, without a runner behind them: what a test file says is kept as a list of
// functions, so that any of them can be run alone, again and at once. Everything here is synchronous, as the core is.

export interface Case {
  readonly name: string;
  readonly run: () => unknown;
}

type Body = (...values: readonly unknown[]) => unknown;

/** Keeps the tests of one file while it is loaded. */
export class Suite {
  readonly cases: Case[] = [];
  readonly #within: string[] = [];

  readonly test = Object.assign((name: string, body: Body): void => this.#add(name, () => body()), {
    each:
      (table: readonly unknown[]) =>
      (name: string, body: Body): void => {
        for (const row of table) this.#add(name, () => body(...rowOf(row)));
      },
  });

  readonly describe = Object.assign((name: string, body: Body): void => this.#under(name, () => body()), {
    each:
      (table: readonly unknown[]) =>
      (name: string, body: Body): void => {
        for (const row of table) this.#under(name, () => body(...rowOf(row)));
      },
  });

  #add(name: string, run: () => unknown): void {
    this.cases.push({ name: [...this.#within, name].join(' > '), run });
  }

  #under(name: string, body: () => unknown): void {
    this.#within.push(name);
    body();
    this.#within.pop();
  }
}

function rowOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [row];
}
