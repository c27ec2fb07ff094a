// For effects that change nothing outside, or nothing twice: there is nothing to probe for.

export function never(): Promise<undefined> {
  return Promise.resolve(undefined);
}
