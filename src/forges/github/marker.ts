// What Slipway hides in a text it writes, so that it finds the text again: a comment of Markdown that nobody sees.

const hidden = /<!-- slipway:([A-Za-z0-9%._~!*'()/:+-]{1,300}) -->/;

export function withMarker(marker: string, body: string): string {
  return `${body.trimEnd()}\n\n<!-- slipway:${spelled(marker)} -->`;
}

export function markerIn(body: string): string | undefined {
  const found = hidden.exec(body)?.[1];
  return found === undefined ? undefined : unspelled(found);
}

export function withoutMarker(body: string): string {
  return body.replace(hidden, '').trimEnd();
}

/** Two dashes would end the comment. */
function spelled(marker: string): string {
  return encodeURIComponent(marker).replaceAll('--', '-%2D');
}

function unspelled(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
