// The time axis of the timeline. A run may work for minutes and wait for days, so a stretch in which nothing was under
// way is drawn short: what people look for is in the rest.

export interface Bar {
  readonly from: number;
  readonly to: number;
}

export interface Axis {
  /** A time as a percentage of the width. */
  readonly at: (time: number) => number;
  /** Stretches that are drawn short, as percentages, with their true length. */
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly ms: number }[];
}

const gapPercent = 3;
const gapShareMin = 0.08;
const gapsMax = 8;

export function axisOf(bars: readonly Bar[]): Axis {
  const busy = unionOf(bars);
  const worked = busy.reduce((sum, bar) => sum + bar.to - bar.from, 0);
  const idle = busy.slice(1).map((bar, index) => ({ from: busy[index]?.to ?? bar.from, to: bar.from }));
  const short = longest(idle, worked * gapShareMin);
  const stops = stopsOf(busy, short);
  const at = (time: number): number => positionOf(stops, time);
  return { at, gaps: short.map((gap) => ({ from: at(gap.from), to: at(gap.to), ms: gap.to - gap.from })) };
}

/** Stretches in which something was under way, in order and apart from each other. */
export function unionOf(bars: readonly Bar[]): readonly Bar[] {
  const merged: { from: number; to: number }[] = [];
  for (const bar of bars.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && bar.from <= last.to) last.to = Math.max(last.to, bar.to);
    else merged.push({ from: bar.from, to: Math.max(bar.to, bar.from) });
  }
  return merged;
}

function longest(idle: readonly Bar[], msMin: number): readonly Bar[] {
  return idle
    .filter((gap) => gap.to - gap.from > msMin)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, gapsMax)
    .toSorted((a, b) => a.from - b.from);
}

interface Stop {
  readonly time: number;
  readonly percent: number;
}

/** Where the axis bends: the start, both ends of every gap that is drawn short, the end. */
function stopsOf(busy: readonly Bar[], short: readonly Bar[]): readonly Stop[] {
  const start = busy[0]?.from ?? 0;
  const end = busy.at(-1)?.to ?? start;
  const cut = short.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const scale = (100 - short.length * gapPercent) / Math.max(1, end - start - cut);
  const stops: Stop[] = [{ time: start, percent: 0 }];
  for (const gap of short) {
    const before = stops.at(-1) ?? { time: start, percent: 0 };
    const percent = before.percent + (gap.from - before.time) * scale;
    stops.push({ time: gap.from, percent }, { time: gap.to, percent: percent + gapPercent });
  }
  return [...stops, { time: end, percent: 100 }];
}

function positionOf(stops: readonly Stop[], time: number): number {
  const next = stops.findIndex((stop) => stop.time >= time);
  const right = stops[next === -1 ? stops.length - 1 : next];
  const left = stops[next <= 0 ? 0 : next - 1];
  if (left === undefined || right === undefined) return 0;
  if (next === -1 || right.time === left.time) return right.percent;
  const share = (time - left.time) / (right.time - left.time);
  return Math.max(0, left.percent + share * (right.percent - left.percent));
}
