// A planted defect, to prove that the proof can fail: a rule is taken out of a copy of the compiled program, and of the
// engine that reads the corpus.

import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { presetDetectors } from '../../../src/screening/preset.ts';
import { defaultRules } from '../../../src/screening/rules.ts';
import { createScreener } from '../../../src/screening/screen.ts';
import type { Screener } from '../../../src/screening/screened.ts';

const everything = 'everything';

/** What an installed Slipway has of this repository. */
const Packed = z.object({ files: z.array(z.string()) });

export interface Program {
  readonly main: string;
  readonly remove: () => Promise<void>;
}

/** The compiled program; with a defect, a copy of it without the rule. */
export async function programOf(root: string, plant: string | undefined): Promise<Program> {
  const built = { main: path.join(root, 'dist/cli/main.js'), remove: () => Promise.resolve() };
  if (plant === undefined || plant === everything) return built;
  const copy = await mkdtemp(path.join(tmpdir(), 'slipway-planted-'));
  const { files } = Packed.parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  for (const name of ['package.json', ...files]) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const without = `.filter((rule) => rule.id !== ${JSON.stringify(plant)})`;
  const chunks = path.join(copy, 'dist/chunks');
  let edits = 0;
  for (const name of (await readdir(chunks)).filter((file) => file.endsWith('.js'))) {
    const text = await readFile(path.join(chunks, name), 'utf8');
    const edited = text
      .replace(
        /compileScanner\(rules \?\? defaultRules,/,
        `compileScanner((rules ?? defaultRules)${without},`,
      )
      .replace(/\(detectors \?\? presetDetectors\)\(\)/, `(detectors ?? presetDetectors)()${without}`);
    if (edited === text) continue;
    edits += 1;
    await writeFile(path.join(chunks, name), edited);
  }
  if (edits !== 1)
    throw new Error('The rule could not be taken out: the compiled program is not as expected.');
  return {
    main: path.join(copy, 'dist/cli/main.js'),
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}

export function engineOf(plant: string | undefined): Screener {
  if (plant === undefined) return createScreener();
  if (plant === everything) {
    const alarm = { id: 'everything', action: 'redact', pattern: String.raw`\w{6,}` } as const;
    return createScreener({ rules: [...defaultRules, alarm] });
  }
  const left = <T extends { readonly id: string }>(rules: readonly T[]): readonly T[] =>
    rules.filter(({ id }) => id !== plant);
  const all = [...defaultRules, ...presetDetectors()];
  if (left(all).length === all.length) throw new Error(`There is no rule '${plant}'.`);
  return createScreener({ rules: left(defaultRules), detectors: () => left(presetDetectors()) });
}
