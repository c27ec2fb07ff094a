// The text of an answer from the network, as far as somebody is ready to read it.

/** Undefined where it is too long: the rest is not even fetched. */
export async function boundedText(answer: Response, bytesMax: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > bytesMax) return undefined; // leaving the loop cancels the body
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
