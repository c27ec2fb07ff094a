// Hours in which nobody wants to be disturbed, by the clock of a place.
//
//   QUIET-1. They are minutes of the day as a clock there shows them, so that they move with its changes. From one that is later than the
//       other is over midnight; two that are the same are no time at all.

export interface Quiet {
  /** Minutes since midnight. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}

export function isQuiet({ from, to, zone }: Quiet, now: number): boolean {
  const minute = minuteIn(zone, now);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** QUIET-1. */
function minuteIn(zone: string, now: number): number {
  const shown = clockOf(zone).format(now);
  const [hour = 0, minute = 0] = shown.split(':').map(Number);
  return hour * 60 + minute;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** To make one takes a thousand times as long as to ask it. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(zone, known);
  return known;
}
