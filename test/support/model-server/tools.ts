// Calls as tools with named inputs, for the two dialects whose programs have a tool for each of them.

import type { Call } from './turn.ts';

/** The names of a program's tools, and of those of their inputs that differ from program to program. */
export interface ToolWords {
  readonly write: string;
  readonly edit: string;
  readonly shell: string;
  readonly path: string;
  readonly find: string;
  readonly replace: string;
}

export function toolOf(one: Call, words: ToolWords): { readonly name: string; readonly input: unknown } {
  switch (one.do) {
    case 'write':
      return { name: words.write, input: { [words.path]: one.path, content: one.text } };
    case 'edit': {
      const input = { [words.path]: one.path, [words.find]: one.find, [words.replace]: one.replace };
      return { name: words.edit, input };
    }
    case 'shell':
      return { name: words.shell, input: { command: one.command, description: 'Run a command' } };
    case 'tool':
      return { name: one.name, input: one.input };
  }
}
