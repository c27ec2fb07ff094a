// How an id is spelled: a prefix and eight characters that cannot be mistaken for one another when
// somebody reads them aloud (no i, l, o, u). 40 bits: ten thousand ids collide with a chance of 1 in 20 000.

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export const idBytes = 8;

export function spellId(prefix: string, bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, idBytes), (byte) => alphabet.charAt(byte % alphabet.length));
  return `${prefix}-${letters.join('')}`;
}
