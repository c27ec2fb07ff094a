// Canaries: tests that fail, in the form of the tests they stand among. One fails by the assertion that is usual there, one by
// plain throwing, so that whoever silences one of the two ways is seen by the other. Both print a token nobody can know before.

import { languageOf } from '../tamper/language.ts';
import type { CanaryAbout, Form, Token } from './canary-forms.ts';
import { pythonLoads, scriptLoads } from './canary-loads.ts';
import { inForm, loadedName, thrownToken } from './canary-forms.ts';

export function formOf(path: string, text: string): Form | undefined {
  switch (languageOf(path)?.name) {
    case 'script':
      return scriptForm(text);
    case 'python':
      return /\bdef\s+test|\bTestCase\b/.test(text) ? 'python' : undefined;
    case 'go':
      return /^package\s+\w+/m.test(text) && (path.endsWith('_test.go') || goTest.test(text))
        ? 'go'
        : undefined;
    case 'rust':
      return 'rust';
    case 'perl':
      return path.endsWith('.t') ? 'perl' : undefined;
    case 'shell':
      return path.endsWith('.bats') ? 'bats' : 'shell';
    case 'java':
    case 'ruby':
    case 'other':
    case undefined:
      return undefined;
  }
}

/** Whatever its file is called: by another name than those of tests, nobody runs it. */
const goTest = /^func Test\w*\s*\(\s*\w+\s+\*testing\.T\s*\)/m;

function scriptForm(text: string): Form {
  const from = (name: string): boolean =>
    new RegExp(String.raw`(?:from|require\(|import\()\s*['"]${name}['"]`).test(text);
  if (from('node:test') || from('test')) return 'node-test';
  if (from('vitest')) return 'vitest';
  if (from('ava')) return 'ava';
  if (from('tape')) return 'tape';
  return /(?<![\w$.])(?:it|test|describe|suite)\s*[.(]/.test(text) ? 'globals' : 'script';
}

/** The text with canaries among its tests. */
export function planted(path: string, text: string, token: Token): string | undefined {
  const form = formOf(path, text);
  if (form === undefined) return undefined;
  const canary = inForm(form, { path, text, token });
  if (form === 'python') return beforeMain(text, canary);
  return isScript(form) ? atTop(text, canary) : `${text.trimEnd()}\n\n${canary}`;
}

/** A script of the project's own, which nobody finds by its name: what runs it names it. */
export function isScript(form: Form | undefined): boolean {
  return form === 'script' || form === 'shell';
}

/**
 * Of a compiled language, the text with something that says the token as soon as any of it runs: where that is not heard, it was not
 * built.
 */
export function loading(path: string, text: string, token: Token): string | undefined {
  const form = formOf(path, text);
  const said = thrownToken(token);
  if (form === 'go') return `${text.trimEnd()}\n\nfunc init() {\n\tprintln("${said}")\n}\n`;
  if (form !== 'rust') return undefined;
  // Past what a harness keeps to itself until the end, and by its name before all others.
  const body = `use std::io::Write;\n    let _ = std::io::stderr().write_all(b"${said}\\n");`;
  return `${text.trimEnd()}\n\n#[test]\nfn a_slipway_${token.id}() {\n    ${body}\n}\n`;
}

/** Scripts often end themselves before their last line. */
function atTop(text: string, canary: string): string {
  const first = /^#!.*\n/.exec(text)?.[0] ?? '';
  return `${first}${canary}${text.slice(first.length)}`;
}

/** A module of Python that runs itself ends with that: what comes after is never reached. */
function beforeMain(text: string, canary: string): string {
  const main = /^if\s+__name__\s*==/m.exec(text);
  return main === null
    ? `${text.trimEnd()}\n\n\n${canary}`
    : `${text.slice(0, main.index)}${canary}\n\n${text.slice(main.index)}`;
}

/** A file of canaries and nothing else, beside an example of the tests there. `touches` are files the change touches, which it loads first. */
export function ownFile(
  example: { readonly path: string; readonly text: string },
  token: Token,
  touches: readonly string[],
): { readonly path: string; readonly text: string } | undefined {
  const form = formOf(example.path, example.text);
  if (form === undefined || isScript(form)) return undefined;
  const about = { path: example.path, text: example.text, token };
  const path = pathBeside(example.path, token);
  const loads = headOf(form, about, touches);
  const waits = loads.includes(loadedName(token));
  return { path, text: `${loads}${inForm(form, { ...about, waits })}` };
}

/** Named as its example is named, so that whoever finds the one finds the other. */
function pathBeside(example: string, { id }: Token): string {
  const folder = example.slice(0, example.lastIndexOf('/') + 1);
  const name = example.slice(folder.length);
  const [, prefix = '', , suffix = ''] =
    /^((?:test_)?)(.*?)((?:[._-](?:test|spec|cy|e2e|tests))?(?:\.[\w-]+)+|_test\.\w+)$/.exec(name) ?? [];
  const word = name.endsWith('.py') || name.endsWith('.go') || name.endsWith('.rs') ? '_' : '-';
  return `${folder}${prefix}slipway${word}canary${word}${id}${suffix}`;
}

function headOf(form: Form, { path, text, token }: CanaryAbout, touches: readonly string[]): string {
  switch (form) {
    case 'go':
      return `${/^package\s+\w+/m.exec(text)?.[0] ?? 'package main'}\n\nimport "testing"\n\n`;
    case 'python':
      return `import unittest\n\n${pythonLoads(touches)}\n`;
    case 'perl':
      return 'use strict;\nuse warnings;\n\n';
    case 'bats':
      return '#!/usr/bin/env bats\n\n';
    case 'shell':
      return `${/^#!.*/.exec(text)?.[0] ?? '#!/bin/sh'}\n`;
    case 'node-test':
    case 'vitest':
    case 'globals':
    case 'ava':
    case 'tape':
    case 'script':
      return scriptLoads(form, { path, text, token }, touches);
    case 'rust':
      return '';
  }
}
