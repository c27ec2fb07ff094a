// Deletes what a test made, also where it mounted a view as an ordinary user: the system leaves a folder then that nobody may list.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';

const patiently = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

export function takeAway(folder: string): void {
  try {
    rmSync(folder, patiently);
  } catch {
    execFileSync('chmod', ['-R', 'u+rwX', folder]);
    rmSync(folder, patiently);
  }
}
