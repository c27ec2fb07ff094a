// Two helpers for waiting that has an end.

/** Timers count in 31 bits; a longer limit is as good as this one. */
const timerMsMax = 2 ** 31 - 1;

export function timerMs(ms: number): number {
  return Math.min(ms, timerMsMax);
}

/** What a promise gives, or undefined where that takes longer than `ms`. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, ms);
  });
  const result = await Promise.race([promise, late]);
  clearTimeout(timer);
  return result;
}
