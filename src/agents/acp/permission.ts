// What an agent that asks may do: its mode decides, by the kind of the call and the files it is about. Pure.
//
// Invariants
//   PERMISSION-1. Nothing is changed outside the workspace, nor in its `.git`, and only in modes that edit.
//   PERMISSION-2. What is not known to be harmless is refused: a kind nobody knows, an edit that does not say of which file.

import path from 'node:path';
import type { Level, Mode } from '../../core/roles/modes.ts';
import { asObject, listAt, type Loose, objectAt, textAt } from '../loose.ts';
import { isNeverAllowed } from '../never-commands.ts';
import { editsIn } from '../agent-box.ts';

export interface Rights {
  readonly mode: Mode;
  readonly level: Level;
  readonly workspace: string;
}

export interface Permission {
  /** The option to choose; undefined where none of them is what we want to say. */
  readonly option?: string;
  /** What was refused, in words. */
  readonly denial?: string;
}

export function permissionFor(asked: Loose | undefined, rights: Rights): Permission {
  const call = objectAt(asked, 'toolCall');
  const allowed = isAllowed(call, rights);
  const option = optionOf(asked, allowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']);
  return {
    ...(option === undefined ? {} : { option }),
    ...(allowed ? {} : { denial: `${textAt(call, 'kind') ?? 'use'} ${textAt(call, 'title') ?? 'a tool'}` }),
  };
}

/** By kind, because the ids of options differ from program to program. Once is enough: it will ask again. */
function optionOf(asked: Loose | undefined, kinds: readonly string[]): string | undefined {
  const options = listAt(asked, 'options').map(asObject);
  for (const kind of kinds) {
    const id = textAt(
      options.find((option) => textAt(option, 'kind') === kind),
      'optionId',
    );
    if (id !== undefined) return id;
  }
  return undefined;
}

function isAllowed(call: Loose | undefined, rights: Rights): boolean {
  const { mode, workspace } = rights;
  const files = filesOf(call);
  const inside = files.every((file) => isInside(workspace, file));
  switch (textAt(call, 'kind') ?? '') {
    case 'think':
      return true;
    case 'read':
    case 'search':
      return mode !== 'commit' && inside;
    case 'edit':
    case 'delete':
    case 'move':
      return editsIn(mode) && inside && files.length > 0 && !files.some((file) => isGit(workspace, file)); // PERMISSION-1, PERMISSION-2
    case 'execute':
      return mayRun(call, rights);
    default:
      return false; // PERMISSION-2
  }
}

function mayRun(call: Loose | undefined, { mode, level }: Rights): boolean {
  if (mode === 'investigate' || mode === 'commit') return false;
  const input = objectAt(call, 'rawInput');
  const command = textAt(input, 'command') ?? textAt(call, 'title') ?? '';
  return level === 'contained' || !isNeverAllowed(command);
}

/** Where it says it works, and of which files it shows the difference. */
function filesOf(call: Loose | undefined): readonly string[] {
  const places = [...listAt(call, 'locations'), ...listAt(call, 'content')];
  return places.flatMap((place) => textAt(asObject(place), 'path') ?? []);
}

function isInside(workspace: string, file: string): boolean {
  const relative = path.relative(workspace, path.resolve(workspace, file));
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function isGit(workspace: string, file: string): boolean {
  return path.relative(workspace, path.resolve(workspace, file)).split(path.sep).includes('.git');
}
