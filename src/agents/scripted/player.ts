// The program behind the scripted agent: reads steps as JSON from stdin and plays them in the workspace it
// was started in. A process of its own, so that a hang is a hang and a flood is a flood. It uses only what
// Node has, because every attempt pays for its start, and writes synchronously, because a step that was
// played must have been printed. Steps were validated by who sent them.
//
// stdout carries the answer, stderr everything else.

import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { costMark, type ScriptStep } from './step.ts';

const stdout = 1;
const stderr = 2;
const floodPiece = Buffer.from(`${'flood '.repeat(13)}.\n`.repeat(800));
/** Keeps the program alive while it hangs; the length means nothing. */
const hangTurnMs = 60_000;
let atLineStart = true;

async function play(step: ScriptStep): Promise<void> {
  switch (step.type) {
    case 'write':
      makeRoom(step.path);
      writeFileSync(step.path, step.text);
      return;
    case 'append':
      makeRoom(step.path);
      appendFileSync(step.path, step.text);
      return;
    case 'patch':
      patch(step.path, step.find, step.replace);
      return;
    case 'delete':
      rmSync(step.path, { recursive: true });
      return;
    case 'link':
      makeRoom(step.path);
      symlinkSync(step.target, step.path);
      return;
    case 'mode':
      chmodSync(step.path, step.executable ? 0o755 : 0o644);
      return;
    case 'run':
      await run(step.command);
      return;
    case 'spawn':
      spawn('/bin/sh', ['-c', step.command], {
        stdio: ['ignore', stderr, stderr],
        detached: step.detached,
      }).unref();
      return;
    case 'print':
      print(stderr, `${step.text}\n`);
      return;
    case 'stream':
      await stream(step);
      return;
    case 'sleep':
      await wait(step.ms);
      return;
    case 'answer':
      print(stdout, `${JSON.stringify(step.value)}\n`);
      return;
    case 'say':
      print(stdout, step.text);
      return;
    case 'cost':
      print(stdout, `${atLineStart ? '' : '\n'}${costMark}${JSON.stringify(step)}\n`);
      return;
    case 'fail':
      if (step.message !== '') print(stderr, `${step.message}\n`);
      process.exit(step.exit);
      return;
    case 'hang':
      await hang();
      return;
    case 'fault':
      return; // said by whoever sent the steps before it
    case 'flood':
      flood(step.bytes, step.to === 'stdout' ? stdout : stderr);
      return;
  }
}

function makeRoom(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
}

function patch(file: string, find: string, replace: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(find)) throw new Error(`${file} does not contain ${JSON.stringify(find)}`);
  writeFileSync(
    file,
    text.replace(find, () => replace),
  );
}

async function run(command: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', stderr, stderr] });
  const ended = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => {
      resolve(exit === null ? `signal ${signal ?? 'unknown'}` : `exit ${exit}`);
    });
  });
  if (ended !== 'exit 0') throw new Error(`${JSON.stringify(command)} ended with ${ended}`);
}

async function stream(step: ScriptStep & { readonly type: 'stream' }): Promise<void> {
  const fromFile = step.file === undefined ? [] : readFileSync(step.file, 'utf8').split(/\n(?=.)/s);
  for (const line of [...fromFile, ...step.lines]) {
    print(stderr, line.endsWith('\n') ? line : `${line}\n`);
    if (step.everyMs > 0) await wait(step.everyMs);
  }
}

function hang(): Promise<never> {
  return new Promise(() => {
    setInterval(() => undefined, hangTurnMs);
  });
}

function flood(bytes: number, to: number): void {
  for (let left = bytes; left > 0; left -= floodPiece.length) {
    writeAll(to, floodPiece.subarray(0, Math.min(left, floodPiece.length)));
  }
}

function print(to: number, text: string): void {
  if (text === '') return;
  if (to === stdout) atLineStart = text.endsWith('\n');
  writeAll(to, Buffer.from(text));
}

function writeAll(to: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(to, bytes, at);
}

const steps: readonly ScriptStep[] = JSON.parse(readFileSync(0, 'utf8'));
// From the first step on, so that no signal comes between what the script prints and the hang.
if (steps.some((step) => step.type === 'hang' && step.ignoreTerm)) process.on('SIGTERM', () => undefined);
for (const [index, step] of steps.entries()) {
  try {
    await play(step);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    print(stderr, `Step ${index + 1} (${step.type}) failed: ${why}.\n`);
    process.exit(1);
  }
}
process.exit(0);
