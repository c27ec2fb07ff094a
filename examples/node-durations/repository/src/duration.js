const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `90s`, `5m` or `2h` in milliseconds. */
export function parseDuration(text) {
  const part = /^(\d+)([smh])/.exec(text);
  if (part === null) throw new RangeError(`'${text}' is no duration. Write it like 90s, 5m or 2h.`);
  return Number(part[1]) * unitMs[part[2]];
}
