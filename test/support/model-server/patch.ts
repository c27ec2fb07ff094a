// Writes and edits as the patch text that Codex's tool takes.

import type { Call } from './turn.ts';

export function patchOf(one: Extract<Call, { readonly do: 'write' | 'edit' }>): string {
  const lines =
    one.do === 'write'
      ? [`*** Add File: ${one.path}`, ...marked('+', one.text.replace(/\n$/, ''))]
      : [`*** Update File: ${one.path}`, '@@', ...marked('-', one.find), ...marked('+', one.replace)];
  return ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
}

function marked(sign: string, text: string): readonly string[] {
  return text.split('\n').map((line) => `${sign}${line}`);
}
