// The page as it was built: a shell without data, which finds out by itself where it is, and what it is made of. Read once.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFile } from '../config/package-file.ts';

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Its name says what is in it: it never changes. */
  readonly isFixed: boolean;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const assets = '/assets/';

/** By path; nothing where the page was not built. What is not in it is asked for nowhere else. */
export function pageFiles(folder = packageFile('dist/web')): ReadonlyMap<string, PageFile> {
  return new Map(
    filesIn(folder).map((name) => {
      const at = `/${name.split(path.sep).join('/')}`;
      const bytes = new Uint8Array(readFileSync(path.join(folder, name)));
      const type = types[path.extname(name)] ?? 'application/octet-stream';
      return [at, { bytes, type, isFixed: at.startsWith(assets) }] as const;
    }),
  );
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
}
