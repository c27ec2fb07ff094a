// Artifacts are files for people, made from the journal and never read back.

import type { EffectHandler } from './effect.ts';
import type { EffectParts } from './parts.ts';
import { never } from './probe.ts';

export function writeArtifacts(parts: EffectParts): EffectHandler<'write-artifacts'> {
  return {
    probe: never, // the same journal gives the same files
    act: async (_effect, { run }) => {
      await parts.artifacts.write(run);
      return { type: 'done', kind: 'write-artifacts', result: {} };
    },
  };
}
