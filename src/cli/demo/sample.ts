// The sample the demo works on: a program of three files that tells how to brew a tea, and a ticket for it. Kept as
// text, because the package ships nothing but compiled code.

export const sampleName = 'teatime';

export const teas = `/** Teas, and what each of them likes. */
export const teas = [
  { name: 'sencha', celsius: 70, seconds: 90 },
  { name: 'oolong', celsius: 85, seconds: 180 },
  { name: 'assam', celsius: 95, seconds: 240 },
];

export function findTea(name) {
  return teas.find((tea) => tea.name === name.toLowerCase());
}
`;

const cli = `#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findTea, teas } from './teas.js';

export function main(args) {
  const [name = ''] = args;
  const tea = findTea(name);
  if (tea === undefined) return \`I know \${teas.map((each) => each.name).join(', ')}. Which one?\`;
  return \`\${tea.name}: \${tea.celsius} °C for \${tea.seconds} s\`;
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log(main(process.argv.slice(2)));
}
`;

const teasTest = `import assert from 'node:assert/strict';
import test from 'node:test';
import { findTea } from '../src/teas.js';

test('a tea is found however its name is written', () => {
  assert.equal(findTea('Sencha').celsius, 70);
});

test('nobody brews coffee here', () => {
  assert.equal(findTea('coffee'), undefined);
});
`;

const cliTest = `import assert from 'node:assert/strict';
import test from 'node:test';
import { main } from '../src/cli.js';

test('it tells how hot and how long', () => {
  assert.equal(main(['assam']), 'assam: 95 °C for 240 s');
});

test('it tells which teas there are when it does not know one', () => {
  assert.match(main(['coffee']), /sencha, oolong, assam/);
});
`;

export const readme = `# teatime

Tells how to brew a tea.

    $ teatime sencha
    sencha: 70 °C for 90 s
`;

const packageJson = `${JSON.stringify(
  {
    name: sampleName,
    version: '1.0.0',
    private: true,
    type: 'module',
    bin: { teatime: 'src/cli.js' },
    scripts: { test: 'node --test' },
  },
  undefined,
  2,
)}\n`;

const scriptFile = 'slipway-script.yaml';

const config = `# What Slipway needs to know about this repository. In yours, a real agent stands where the script stands here.
agents:
  rehearsal: { type: scripted, script: ${scriptFile} }
checks:
  test: node --test
retries:
  wait: 20ms
`;

/** The files of the sample by path; the script is the caller's. */
export function sampleFiles(script: string): Readonly<Record<string, string>> {
  return {
    'README.md': readme,
    'package.json': packageJson,
    'slipway.yaml': config,
    [scriptFile]: script,
    'src/cli.js': cli,
    'src/teas.js': teas,
    'test/cli.test.js': cliTest,
    'test/teas.test.js': teasTest,
  };
}

/** The same wish in other words, for a run of its own. */
export function ticketCalled(id: string, title: string): string {
  return ticket
    .replace('id: TEA-7', `id: ${id}`)
    .replace('title: Say when the tea is ready', `title: ${title}`);
}

export const ticket = `---
id: TEA-7
title: Say when the tea is ready
type: feature
---

People put the kettle on, walk away and forget their pot. With a time of day, teatime should say when the tea
is ready, and not only how long it takes.

## Acceptance criteria

- \`teatime sencha --at 16:05\` also prints the time at which the tea is ready
- A pot that is put on shortly before midnight is ready on the next day's clock
- The README shows how it is used
`;

/** What a reviewer says about the pull request. */
export const reviewersWish = 'People write 9:05 as often as 09:05. Please take an hour of one digit, too.\n';
