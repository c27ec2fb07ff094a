// What the demo's agents do: the work, and the mishaps. The planner drops out once, one task fails its own tests, and
// one strays from its files; the run deals with all three.

import { stringify } from 'yaml';
import { readme, teas } from './sample.ts';

type Entry = Readonly<Record<string, unknown>>;

const clock = (minutes: string): string => `const dayMinutes = 24 * 60;

/** The time of day, such as 16:05, at which something that begins at \`start\` is over. */
export function readyAt(start, seconds) {
  const [hours, minutes] = start.split(':').map(Number);
  const end = ${minutes};
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
`;

const clockForgetful = clock('hours * 60 + minutes + Math.ceil(seconds / 60)').replace(
  'const dayMinutes = 24 * 60;\n\n',
  '',
);
const clockRight = clock('(hours * 60 + minutes + Math.ceil(seconds / 60)) % dayMinutes');

const clockTest = `import assert from 'node:assert/strict';
import test from 'node:test';
import { readyAt } from '../src/clock.js';

test('a pot is ready after its time, in whole minutes', () => {
  assert.equal(readyAt('16:05', 90), '16:07');
});

test('a pot put on before midnight is ready on the next day', () => {
  assert.equal(readyAt('23:58', 240), '00:02');
});
`;

const cliNew = `#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readyAt } from './clock.js';
import { findTea, teas } from './teas.js';

export function main(args) {
  const [name = ''] = args;
  const tea = findTea(name);
  if (tea === undefined) return \`I know \${teas.map((each) => each.name).join(', ')}. Which one?\`;
  const how = \`\${tea.name}: \${tea.celsius} °C for \${tea.seconds} s\`;
  const at = timeIn(args);
  return at === undefined ? how : \`\${how}, ready at \${readyAt(at, tea.seconds)}\`;
}

/** The time after \`--at\`, if there is one and it is a time of day. */
function timeIn(args) {
  const time = args[args.indexOf('--at') + 1] ?? '';
  return args.includes('--at') && /^([01]\\d|2[0-3]):[0-5]\\d$/.test(time) ? time : undefined;
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log(main(process.argv.slice(2)));
}
`;

const cliTestNew = `import assert from 'node:assert/strict';
import test from 'node:test';
import { main } from '../src/cli.js';

test('it tells how hot and how long', () => {
  assert.equal(main(['assam']), 'assam: 95 °C for 240 s');
});

test('it tells which teas there are when it does not know one', () => {
  assert.match(main(['coffee']), /sencha, oolong, assam/);
});

test('with a time of day it tells when the tea is ready', () => {
  assert.equal(main(['sencha', '--at', '16:05']), 'sencha: 70 °C for 90 s, ready at 16:07');
});

test('what is no time of day is not taken for one', () => {
  assert.equal(main(['sencha', '--at', 'noon']), 'sencha: 70 °C for 90 s');
});
`;

/** What a reviewer wants: an hour may have one digit. */
const cliMended = cliNew.replace('([01]\\d|2[0-3])', '(\\d|[01]\\d|2[0-3])');
const cliTestMended = `${cliTestNew}
test('an hour may have one digit', () => {
  assert.equal(main(['sencha', '--at', '9:05']), 'sencha: 70 °C for 90 s, ready at 09:07');
});
`;

const readmeNew = `${readme}
With the time at which you pour the water it also tells when to come back:

    $ teatime sencha --at 16:05
    sencha: 70 °C for 90 s, ready at 16:07
`;

const analysis = [
  'Everything a person sees comes out of main in src/cli.js, which looks the tea up in src/teas.js and prints how',
  'hot and how long. There is no notion of a time of day anywhere yet. Adding seconds to a time of day is a small',
  'calculation of its own with one trap, midnight, so it belongs in a file of its own with its own tests, and',
  'src/cli.js should only read the new --at option and call it.',
].join(' ');

const plan = {
  type: 'plan',
  summary: 'A clock of its own, then the option that uses it; the README can be written at the same time.',
  confidence: 0.95,
  tasks: [
    {
      id: 'clock',
      title: 'Add a clock that wraps around midnight',
      description:
        'src/clock.js: given a time of day and seconds, give the time of day after them, in whole minutes.',
      files: ['src/clock.js'],
      tests: ['test/clock.test.js'],
      creates: ['src/clock.js'],
      changedLines: 20,
      dependsOn: [],
      executor: 'implementer',
      verification: ['test'],
      successCriteria: ['23:58 and four minutes is 00:02'],
      covers: ['AC2'],
      destructive: false,
    },
    {
      id: 'guide',
      title: 'Show the new option in the README',
      description: 'In README.md, one example with --at under the one that is there.',
      files: ['README.md'],
      tests: [],
      dependsOn: [],
      executor: 'documenter',
      verification: ['test'],
      successCriteria: ['The README has an example with --at'],
      covers: ['AC3'],
      destructive: false,
    },
    {
      id: 'command',
      title: 'Take a time of day on the command line',
      description:
        'src/cli.js reads --at, and adds when the tea is ready to what is printed. Without it nothing changes.',
      files: ['src/cli.js'],
      tests: ['test/cli.test.js'],
      changedLines: 30,
      assumes: [{ kind: 'symbol', name: 'main', file: 'src/cli.js' }],
      dependsOn: ['clock'],
      executor: 'implementer',
      verification: ['test'],
      successCriteria: ['teatime sencha --at 16:05 ends with ready at 16:07'],
      covers: ['AC1'],
      destructive: false,
    },
  ],
  risks: [
    {
      category: 'operability',
      impact: 'LOW',
      resolved: true,
      note: 'Without --at the output stays as it is.',
    },
  ],
  openQuestions: [],
  grants: [],
};

const print = (text: string): Entry => ({ print: text });
const write = (path: string, text: string): Entry => ({ write: { path, text } });
/** A rehearsal costs nothing, and says so: what says nothing is counted as unknown. */
const free: Entry = { cost: { usd: 0, tokens: 0 } };
const answer = (value: unknown): readonly Entry[] => [free, { answer: value }];
const done = (summary: string): readonly Entry[] => answer({ type: 'work', status: 'done', summary });

function verdict(summary: string, criteria: readonly Entry[] = []): readonly Entry[] {
  return answer({ type: 'verdict', conclusion: 'pass', confidence: 0.9, summary, findings: [], criteria });
}

const met = (id: string, evidence: string): Entry => ({ id, met: true, evidence });

const asking: readonly Entry[] = [
  {
    role: 'investigator',
    do: [
      print('Reading src/cli.js and src/teas.js.'),
      ...answer({
        type: 'analysis',
        analysis,
        relatedCode: [
          { file: 'src/cli.js', line: 6, why: 'prints what a person sees' },
          { file: 'src/teas.js', line: 8, why: 'finds the tea' },
        ],
      }),
    ],
  },
  { role: 'planner', attempt: 1, do: [free, { fail: { exit: 3, message: 'The connection was lost.' } }] },
  { role: 'planner', do: answer(plan) },
  {
    role: 'auditor',
    do: answer({
      type: 'verdict',
      conclusion: 'pass',
      confidence: 0.9,
      summary: 'Three tasks, each with its own files; midnight has a test.',
      findings: [],
      marks: { correctness: 5, completeness: 4, executability: 5, tests: 5, quality: 4 },
    }),
  },
];

const working: readonly Entry[] = [
  {
    role: 'implementer',
    task: 'clock',
    attempt: 1,
    do: [
      print('Forgetting about midnight.'),
      write('src/clock.js', clockForgetful),
      write('test/clock.test.js', clockTest),
      ...done('Added the clock.'),
    ],
  },
  {
    role: 'implementer',
    task: 'clock',
    do: [
      print('The test says 24:02. Of course: midnight.'),
      write('src/clock.js', clockRight),
      write('test/clock.test.js', clockTest),
      ...done('The clock wraps around midnight.'),
    ],
  },
  {
    role: 'documenter',
    task: 'guide',
    attempt: 1,
    do: [
      print('80 °C would read nicer. While I am here…'),
      write('README.md', readmeNew.replaceAll('70 °C', '80 °C')),
      write('src/teas.js', teas.replace('celsius: 70', 'celsius: 80')),
      ...done('Added the example, and made the sencha match it.'),
    ],
  },
  {
    role: 'documenter',
    task: 'guide',
    do: [write('README.md', readmeNew), ...done('Added the example, and nothing else.')],
  },
  {
    role: 'implementer',
    task: 'command',
    round: 2,
    do: [
      print('9:05 is a time of day, too.'),
      write('src/cli.js', cliMended),
      write('test/cli.test.js', cliTestMended),
      ...done('An hour may have one digit, with a test.'),
    ],
  },
  {
    role: 'implementer',
    task: 'command',
    do: [
      write('src/cli.js', cliNew),
      write('test/cli.test.js', cliTestNew),
      ...done('Added --at, with tests.'),
    ],
  },
];

const reviewing: readonly Entry[] = [
  {
    role: 'dispatcher',
    do: answer({
      type: 'sorted',
      remarks: [
        {
          id: 'pasted-1',
          class: 'bug_fix',
          severity: 'medium',
          outside: false,
          why: 'A time of day is written like this, and the ticket asks for times of day.',
        },
      ],
    }),
  },
  { role: 'reviewer', task: 'clock', do: verdict('Small, and midnight is tested.') },
  { role: 'reviewer', task: 'guide', do: verdict('One example; the teas are left alone.') },
  { role: 'reviewer', task: 'command', do: verdict('Without --at nothing changes, and a test says so.') },
  {
    role: 'reviewer',
    do: verdict('The change does what the ticket asks and no more.', [
      met('AC1', 'test/cli.test.js: with a time of day it tells when the tea is ready'),
      met('AC2', 'test/clock.test.js: a pot put on before midnight is ready on the next day'),
      met('AC3', 'README.md, the second example'),
    ]),
  },
];

/** The script of the sample's agents, as it lies in the sample's repository. */
export function sampleScript(): string {
  const head = '# Who does what in this rehearsal. The first entry that matches is played.\n';
  return `${head}${stringify([...asking, ...working, ...reviewing], { lineWidth: 0 })}`;
}
