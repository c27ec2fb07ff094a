// Loaded into a program before its own code (`--import`): writes down when a child of it was running. One JSON line
// a child into CHILD_TIMES, and a last one about the program itself, all at its exit, so that it is not slowed down.
// Plain JavaScript, because the program is started by a Node that knows no TypeScript.

import childProcess from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const children = [];

function begin() {
  const child = { fromMs: performance.now(), toMs: undefined };
  children.push(child);
  return child;
}

function end(child) {
  child.toMs ??= performance.now();
}

// From the call on: it forks first and then waits until the child has become another program, so for nearly all of it
// there is a child that runs. Node tells of a child only after that.
const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function watched(...values) {
  const child = begin();
  this.once('exit', () => end(child));
  this.once('error', () => end(child));
  const failed = spawn.apply(this, values);
  if (failed) end(child);
  return failed;
};

// These make no object that could be subscribed to.
for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
  const original = childProcess[name];
  childProcess[name] = (...values) => {
    const child = begin();
    try {
      return original(...values);
    } finally {
      end(child);
    }
  };
}
syncBuiltinESMExports();

process.on('exit', () => {
  for (const child of children) end(child);
  const { user, system } = process.cpuUsage();
  const lines = [...children, { cpuMs: (user + system) / 1000 }];
  writeFileSync(process.env.CHILD_TIMES, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});
