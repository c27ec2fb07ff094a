// Writes every file that is made from tables of the code; `npm run generate` formats them afterwards.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generated } from './generated.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

for (const { file, text } of await generated()) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
