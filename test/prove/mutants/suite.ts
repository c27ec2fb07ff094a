// `test` and `describe` as tests call them, without a runner behind them: what a test file says is kept as a list of
// functions, so that any of them can be run alone, again and at once. Everything here is synchronous, as the core is.

export interface Case {
  readonly name: string;
  /** The texts of its row of data, and of those it is described under: what a runner would put into the name. */
  readonly texts: readonly string[];
  readonly run: () => unknown;
}

type Body = (...values: readonly unknown[]) => unknown;

/** Keeps the tests of one file while it is loaded. */
export class Suite {
  readonly cases: Case[] = [];
  readonly #within: { readonly name: string; readonly texts: readonly string[] }[] = [];

  readonly test = Object.assign((name: string, body: Body): void => this.#add(name, [], () => body()), {
    each:
      (table: readonly unknown[]) =>
      (name: string, body: Body): void => {
        for (const row of table) this.#add(name, rowOf(row), () => body(...rowOf(row)));
      },
  });

  readonly describe = Object.assign((name: string, body: Body): void => this.#under(name, [], () => body()), {
    each:
      (table: readonly unknown[]) =>
      (name: string, body: Body): void => {
        for (const row of table) this.#under(name, rowOf(row), () => body(...rowOf(row)));
      },
  });

  #add(name: string, row: readonly unknown[], run: () => unknown): void {
    this.cases.push({
      name: [...this.#within.map((one) => one.name), name].join(' > '),
      texts: [...this.#within.flatMap(({ texts }) => texts), ...textsOf(row)],
      run,
    });
  }

  #under(name: string, row: readonly unknown[], body: () => unknown): void {
    this.#within.push({ name, texts: textsOf(row) });
    body();
    this.#within.pop();
  }
}

function textsOf(row: readonly unknown[]): readonly string[] {
  return row.flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null
      ? Object.values(value).filter((inner) => typeof inner === 'string')
      : [];
  });
}

function rowOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [row];
}
