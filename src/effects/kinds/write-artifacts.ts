// Artifacts are files for people, made from the journal and never read back.

import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { never } from '../probe.ts';

export function writeArtifacts(parts: EffectParts): EffectHandler<'write-artifacts'> {
  return {
    probe: never, // the same journal gives the same files
    act: async (_effect, { run }) => {
      // Every stage, gate and end comes by here, also after a crash: what was missed before is gathered now.
      await parts.memory.gather(run);
      await parts.artifacts.write(run);
      // A run that is over repeats nothing, so nothing has to be proven to have been done.
      if (run.ended !== undefined) {
        await Promise.all([
          parts.receipts.dropRun(run.id),
          parts.layers.dropRun(run.id),
          parts.dropSessions(run.id), // what agents told each other in them was never screened
        ]);
      }
      return { type: 'done', kind: 'write-artifacts', result: {} };
    },
  };
}
