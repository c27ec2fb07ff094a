// What works and what does not, a line each. Pure.

import type { Diagnosis } from '../setting-up/doctor-findings.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Style } from './style.ts';
import { pad } from './columns.ts';

export function renderDiagnosis(found: readonly Diagnosis[], style: Style): string {
  const width = Math.max(0, ...found.map((item) => item.name.length));
  return found
    .map((item) => {
      const line = `${pad(levelWord(item.level, style), 4)}  ${item.name.padEnd(width)}  ${forTerminal(item.found)}\n`;
      const todo = item.todo === undefined ? '' : forTerminal(item.todo).trimEnd();
      const indent = ' '.repeat(width + 8);
      return todo === '' ? line : `${line}${indent}${todo.replaceAll('\n', `\n${indent}`)}\n`;
    })
    .join('');
}

function levelWord(level: Diagnosis['level'], style: Style): string {
  switch (level) {
    case 'ok':
      return style.green(level);
    case 'warn':
      return style.yellow(level);
    case 'fail':
      return style.red(level);
  }
}
