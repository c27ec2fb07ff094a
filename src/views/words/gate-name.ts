// What gates are called when people talk about them. Pure.

import type { Gate } from '../../core/gates/gate.ts';
import { asksForBase } from '../../core/stages/baseline.ts';
import { asksAboutChange } from '../../core/stages/destroying.ts';
import { asksAboutRedaction } from '../../core/stages/redaction.ts';

/** How a gate is called when people talk about it. */
export function nameOf(gate: Pick<Gate, 'kind' | 'subject'>): string {
  switch (gate.kind) {
    case 'plan':
    case 'delivery':
    case 'merge':
      return `${gate.kind} gate`;
    case 'drift':
      return 'plan gate, asked again for a target that changed planned files';
    case 'wave':
      return `gate of ${gate.subject.replace('-', ' ')}`;
    case 'budget':
      return `budget gate (${gate.subject})`;
    case 'waiver':
      return `waiver gate (${waiverWords(gate.subject)})`;
    case 'login':
      return `login of the agent ${gate.subject}`;
    case 'question':
      return 'answer to a question';
    case 'probe':
      return `leave to run scripts of the ${gate.subject}`;
    case 'review':
      return gate.subject === 'change'
        ? 'review gate: no reviewer could judge the change'
        : `review gate of task ${gate.subject}: no reviewer could judge it`;
    case 'destructive':
      return asksAboutChange(gate)
        ? 'leave for what the change destroys'
        : `leave for the destructive task ${gate.subject}`;
    case 'remarks':
      return 'gate of what was said on the pull request';
    case 'widen-scope':
      return `wider scope for task ${gate.subject}`;
  }
}

function waiverWords(subject: string): string {
  if (subject === 'coverage') return 'tests execute too little of the change';
  if (subject === 'tampering') return 'the change weakens what it is checked with';
  if (asksForBase({ kind: 'waiver', subject })) return 'the base commit cannot be checked';
  if (asksAboutRedaction({ kind: 'waiver', subject })) return 'something was taken out of words that leave';
  return subject === 'reproduction' ? 'the bug was not seen failing' : 'no tests were found';
}
