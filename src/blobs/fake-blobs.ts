// Blobs in memory: same behaviour, nothing on disk. For rehearsals, simulations and tests.

import type { Blobs, Transcript } from './blobs.ts';
import { assertTranscriptName, nameOf } from './content.ts';

export function fakeBlobs(): Blobs {
  const contents = new Map<string, Uint8Array>();
  const growing = new Set<string>();
  const keep = (bytes: Uint8Array): string => {
    const name = nameOf(bytes);
    contents.set(name, bytes);
    return name;
  };
  return {
    put: async ({ text }) => keep(Buffer.from(text)),
    get: async (name) => {
      const bytes = contents.get(name);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString();
    },
    intact: async (name) => (contents.has(name) ? 'intact' : 'missing'),
    transcript: async (name) => {
      assertTranscriptName(name);
      if (growing.has(name)) throw new Error(`invariant: the transcript ${name} is being written already`);
      growing.add(name);
      return transcript((text) => {
        growing.delete(name);
        return keep(Buffer.from(text));
      });
    },
  };
}

function transcript(seal: (text: string) => string): Transcript {
  const pieces: string[] = [];
  let sealed: string | undefined;
  return {
    write: ({ text }) => {
      if (sealed !== undefined) throw new Error('invariant: a sealed transcript does not grow');
      pieces.push(text);
    },
    seal: async () => (sealed ??= seal(pieces.join(''))),
  };
}
