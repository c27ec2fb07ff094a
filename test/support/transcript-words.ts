// Transcripts in words, as a person reads them.

import { transcriptDialects } from '../../src/app/agents/transcript-dialects.ts';
import type { TranscriptHeard, HearOptions } from '../../src/views/transcripts/transcript.ts';
import { hear, hearEnd, unheard } from '../../src/views/transcripts/transcript.ts';
import type { ProgramName } from '../agents/programs.ts';
import { recordingsOf } from '../agents/recordings.ts';

export const asHeard: HearOptions = { run: 'r-1', raw: false, dialects: transcriptDialects };

export function wordsOf(pieces: readonly string[], how = asHeard): string {
  let heard: TranscriptHeard = unheard;
  let all = '';
  for (const piece of pieces) {
    const next = hear(heard, piece, how);
    heard = next.heard;
    all += next.words;
  }
  return all + hearEnd(heard, how);
}

/** Events as lines, and the lines that are made of them. */
export function linesOf(...events: readonly object[]): readonly string[] {
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return wordsOf([text]).split('\n').filter(Boolean);
}

export function recordedLines(program: ProgramName, name: string): readonly string[] {
  return wordsOf([recordingsOf(program).get(name)?.stdout ?? ''])
    .split('\n')
    .filter(Boolean);
}
