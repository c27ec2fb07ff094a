// What Node loads before anything else where tests run elsewhere: a later clock, variables and files that the project does not see,
// and another name of the folder it is started in. A text, because it is laid into the HOME of a check.

import type { Preload } from './kinds.ts';

export function nodePreload({ kinds, place, laterMs, hidden }: Preload): string {
  return [
    head(place.dir),
    kinds.has('date') ? later(laterMs) : '',
    kinds.has('runner') ? unseenVariables(hidden) : '',
    kinds.has('folder') ? otherFolder : '',
    kinds.has('delivered') ? unseenTests : '',
    "require('node:module').syncBuiltinESMExports();\n",
  ].join('\n');
}

/** Whose call it is: the first file on the stack that is neither this one nor Node's own. */
const head = (dir: string): string => `'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const root = ${JSON.stringify(dir)};
const inside = (file) => file === root || file.startsWith(root + '/');
const isOwn = (file) => inside(file) && !file.includes('/node_modules/');
const aboutTests = (file) =>
  /(?:^|\\/)(?:tests?|__tests__|specs?|e2e)(?:\\/|$)|[._-](?:test|spec)s?\\.|(?:^|\\/)tests?[._-]/i.test(file.slice(root.length));
function caller() {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const holder = {};
  try {
    Error.stackTraceLimit = 12;
    Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getFileName() ?? '');
    Error.captureStackTrace(holder, caller);
    const files = Array.isArray(holder.stack) ? holder.stack : [];
    const file = files.find((one) => one !== '' && one !== __filename && !one.startsWith('node:')) ?? '';
    return file.startsWith('file:') ? fileURLToPath(file.split('?')[0]) : file;
  } catch {
    return '';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}
function wrap(on, name, make) {
  if (typeof on[name] === 'function') on[name] = Object.assign(make(on[name].bind(on)), on[name]);
}
`;

const later = (ms: number): string => `const later = ${ms};
const Real = Date;
const realNow = Real.now;
Real.now = () => realNow() + later;
globalThis.Date = new Proxy(Real, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [Real.now()] : args, made === globalThis.Date ? target : made),
  apply: () => new Real(Real.now()).toString(),
});
Real.prototype.constructor = globalThis.Date;
function aged(stats) {
  if (stats === undefined || typeof stats.mtimeMs !== 'number') return stats;
  for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) {
    const ms = stats[name + 'Ms'] + later;
    stats[name + 'Ms'] = ms;
    stats[name] = new Real(ms);
  }
  return stats;
}
const back = (time) => {
  if (time instanceof Real) return new Real(time.getTime() - later);
  return Number.isFinite(Number(time)) ? Number(time) - later / 1000 : time;
};
for (const name of ['stat', 'lstat', 'fstat']) {
  wrap(fs, name + 'Sync', (real) => (...args) => aged(real(...args)));
  wrap(fs.promises, name, (real) => async (...args) => aged(await real(...args)));
  wrap(fs, name, (real) => (...args) => {
    const done = args.pop();
    return typeof done === 'function' ? real(...args, (error, stats) => done(error, aged(stats))) : real(...args, done);
  });
}
for (const name of ['utimes', 'lutimes', 'futimes']) {
  for (const [on, each] of [[fs, name], [fs, name + 'Sync'], [fs.promises, name]]) {
    wrap(on, each, (real) => (file, atime, mtime, ...more) => real(file, back(atime), back(mtime), ...more));
  }
}
`;

const unseenVariables = (
  names: readonly string[],
): string => `const unseen = new Set(${JSON.stringify(names)});
const isUnseen = (name) => unseen.has(name) && isOwn(caller());
const { env } = process;
process['env'] = new Proxy(env, {
  get: (all, name) => (isUnseen(name) ? undefined : all[name]),
  set: (all, name, value) => {
    all[name] = value;
    return true;
  },
  has: (all, name) => name in all && !isUnseen(name),
  ownKeys: (all) => {
    const names = Reflect.ownKeys(all);
    return names.some((name) => unseen.has(name)) && isOwn(caller()) ? names.filter((name) => !unseen.has(name)) : names;
  },
  getOwnPropertyDescriptor: (all, name) => (isUnseen(name) ? undefined : Reflect.getOwnPropertyDescriptor(all, name)),
});
`;

/** The same folder by another name, so that whatever is looked for there is found. */
const otherFolder = `const other = path.join(__dirname, 'folder');
try {
  fs.symlinkSync(root, other);
} catch {}
const realCwd = process.cwd.bind(process);
process.cwd = () => {
  const here = realCwd();
  return inside(here) && isOwn(caller()) ? other + here.slice(root.length) : here;
};
`;

/** A source that asks for the tests beside it hears that there are none, as wherever the project is installed. */
const unseenTests = `const realPath = (file) => {
  const text = file instanceof URL ? fileURLToPath(file) : String(file);
  const whole = path.resolve(text);
  const alias = path.join(__dirname, 'folder');
  return whole.startsWith(alias) ? root + whole.slice(alias.length) : whole;
};
function isHidden(file) {
  if (typeof file !== 'string' && !(file instanceof URL)) return false;
  const whole = realPath(file);
  if (!isOwn(whole) || !aboutTests(whole)) return false;
  const by = caller();
  return isOwn(by) && !aboutTests(by);
}
const nowhere = path.join(root, '.nowhere');
const seenIn = (file, entries) =>
  Array.isArray(entries) ? entries.filter((entry) => !isHidden(path.join(realPath(file), String(entry.name ?? entry)))) : entries;
wrap(fs, 'existsSync', (real) => (file) => !isHidden(file) && real(file));
for (const name of ['stat', 'lstat', 'access', 'readdir', 'opendir']) {
  for (const [on, each] of [[fs, name], [fs, name + 'Sync'], [fs.promises, name]]) {
    wrap(on, each, (real) => (file, ...more) => real(isHidden(file) ? nowhere : file, ...more));
  }
}
wrap(fs, 'readdirSync', (real) => (file, ...more) => seenIn(file, real(file, ...more)));
`;
