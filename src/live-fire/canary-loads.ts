// What a file of canaries loads first: what the change touches. Such code may start a server, wait for ever or end its process when it is
// loaded; then it does nothing of that, because it would only keep the canary from being seen.

import type { CanaryAbout, Form } from './canary-forms.ts';
import { isModule, loadedName } from './canary-forms.ts';

const loadMs = 2_000;

/** What cannot be loaded is no reason not to fail. */
export function scriptLoads(form: Form, about: CanaryAbout, touches: readonly string[]): string {
  if (touches.length === 0) return '';
  const places = JSON.stringify(touches.map((file) => relative(about.path, file)));
  const { id } = about.token;
  const kept = `slipwayKept${id}`;
  const refuse = "() => { throw new Error('not while it is loaded'); }";
  // Who starts a server does so behind a promise, too, where nobody would catch it.
  const hush = 'function () { return this; }';
  const held = `const ${kept} = { exit: process.exit, every: globalThis.setInterval, net: NET };
const ${kept}Listen = ${kept}.net?.Server.prototype.listen;
process.exit = ${refuse};
globalThis.setInterval = (...all) => { const one = ${kept}.every(...all); one.unref?.(); return one; };
if (${kept}.net) ${kept}.net.Server.prototype.listen = ${hush};
`;
  const free = `process.exit = ${kept}.exit;
globalThis.setInterval = ${kept}.every;
if (${kept}.net) ${kept}.net.Server.prototype.listen = ${kept}Listen;
`;
  if (!isModule(about)) {
    return `${held.replace('NET', "require('net')")}for (const one of ${places}) { try { require(one); } catch {} }\n${free}`;
  }
  const ended = `new Promise((go) => { late = globalThis.setTimeout(go, ${loadMs}); })`;
  const load = `for (const one of ${places}) {
  let late;
  await Promise.race([import(/* @vite-ignore */ one).catch(() => undefined), ${ended}]);
  clearTimeout(late);
}
`;
  const whole = `${held.replace('NET', "process.getBuiltinModule?.('net')")}${load}${free}`;
  // Where modules are made scripts before they run, as for jest, nothing may be waited for outside of a test.
  return form === 'globals' ? `const ${loadedName(about.token)} = (async () => {\n${whole}})();\n` : whole;
}

export function pythonLoads(touches: readonly string[]): string {
  const loads = touches.map(pythonLoad).join('');
  if (loads === '') return '';
  return `import os as _slipway_os
import socket as _slipway_socket


def _slipway_refuse(*_all, **_named):
    raise SystemExit('not while it is loaded')


_slipway_exit = _slipway_os._exit
_slipway_os._exit = _slipway_refuse
_slipway_socket.socket.listen = _slipway_refuse
${loads}_slipway_os._exit = _slipway_exit
del _slipway_socket.socket.listen
`;
}

function pythonLoad(file: string): string {
  const names = [file, file.replace(/^(?:src|lib)\//, '')].map((one) =>
    one
      .replace(/\.py$/, '')
      .replace(/\/__init__$/, '')
      .replaceAll('/', '.'),
  );
  return [...new Set(names)]
    .filter((name) => /^[\w.]+$/.test(name))
    .map((name) => `try:\n    import ${name}\nexcept BaseException:\n    pass\n`)
    .join('');
}

function relative(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared += 1;
  const up = here.slice(shared).map(() => '..');
  const path = [...up, ...there.slice(shared)].join('/');
  return up.length === 0 ? `./${path}` : path;
}
