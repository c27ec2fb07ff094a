// Durations and sizes as people write them: `90s`, `10m`, `2h`, `50MB`. A bare number is refused,
// because nobody can tell its unit.

import { z } from 'zod';

const msPer: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const bytesPer: Readonly<Record<string, number>> = { KB: 1_024, MB: 1_048_576, GB: 1_073_741_824 };

/** Timers of the platform end at 2^31 milliseconds, a little later than this. */
const durationMsMax = 480 * 3_600_000;
const sizeBytesMax = 64 * 1_073_741_824;

const durationWanted = 'expected a duration such as 90s, 10m or 2h, more than 0 and at most 480h';
const sizeWanted = 'expected a size such as 500KB, 50MB or 1GB, more than 0 and at most 64GB';

export const duration = z
  .string({ error: durationWanted })
  .regex(/^\d{1,9}(\.\d{1,3})?(ms|s|m|h)$/, { error: durationWanted })
  .transform((text) => amount(text, msPer))
  .refine((ms) => ms >= 1 && ms <= durationMsMax, { error: durationWanted });

export const size = z
  .string({ error: sizeWanted })
  .regex(/^\d{1,9}(\.\d{1,3})?(KB|MB|GB)$/, { error: sizeWanted })
  .transform((text) => amount(text, bytesPer))
  .refine((bytes) => bytes >= 1 && bytes <= sizeBytesMax, { error: sizeWanted });

/** A duration as the configuration would spell it. */
export function durationText(ms: number): string {
  for (const unit of ['h', 'm', 's'] as const) {
    const per = msPer[unit] ?? 1;
    if (ms >= per && ms % per === 0) return `${ms / per}${unit}`;
  }
  return `${ms}ms`;
}

function amount(text: string, per: Readonly<Record<string, number>>): number {
  const unit = text.replace(/^[\d.]+/, '');
  return Math.round(Number.parseFloat(text) * (per[unit] ?? Number.NaN));
}
