// Tickets as people write them, and by which criteria they are judged: whatever is asked for is in one of them, and what is
// done to see a fault is in none.

import { expect, test } from 'vitest';
import { ticketFromText } from '../../trackers/local/read-ticket.ts';

interface Natural {
  readonly name: string;
  readonly text: string;
  readonly criteria: readonly string[];
}

const natural: readonly Natural[] = [
  {
    name: 'an order, and what it must not do',
    text: 'Add a --shout flag to the greeter. It must not change --quiet.',
    criteria: ['Add a --shout flag to the greeter.', 'It must not change --quiet.'],
  },
  {
    name: 'an order with two halves, and what goes along with it',
    text: 'Add a --shout flag to the greeter and document it. It should work with --quiet.',
    criteria: ['Add a --shout flag to the greeter and document it.', 'It should work with --quiet.'],
  },
  {
    name: 'one line with two short sentences',
    text: 'Add --shout. It must keep --quiet.',
    criteria: ['Add --shout.', 'It must keep --quiet.'],
  },
  { name: 'one order', text: 'add a dark mode', criteria: ['add a dark mode'] },
  {
    name: 'a politely asked one-liner',
    text: 'Please let `slugify` keep dots in names.',
    criteria: ['Please let `slugify` keep dots in names.'],
  },
  {
    name: 'a title that obliges, and more that does',
    text: 'The list should be sorted by name, without regard to case. Equal names must keep their order.',
    criteria: [
      'The list should be sorted by name, without regard to case.',
      'Equal names must keep their order.',
    ],
  },
  {
    name: 'a heading that the text says again with more',
    text: '# Add a --shout flag\n\nAdd a --shout flag that prints in capitals and leaves numbers alone. It should be off by default.',
    criteria: [
      'Add a --shout flag that prints in capitals and leaves numbers alone.',
      'It should be off by default.',
    ],
  },
  {
    name: 'a heading that a sentence says again in a wish',
    text: '# Add a --shout flag\n\nPlease add a --shout flag to the greeter. It must not change --quiet.',
    criteria: ['Please add a --shout flag to the greeter.', 'It must not change --quiet.'],
  },
  {
    name: 'a heading that a sentence speaks of, and does not ask for',
    text: '# Add a --shout flag\n\nThe --shout flag must not print a newline. We should not add a --shout flag to `whisper`.',
    criteria: [
      'Add a --shout flag',
      'The --shout flag must not print a newline.',
      'We should not add a --shout flag to `whisper`.',
    ],
  },
  {
    name: 'a heading that names a thing',
    text: '# Support for TOML\n\nIt should read `config.toml` where there is one.',
    criteria: ['Support for TOML', 'It should read `config.toml` where there is one.'],
  },
  {
    name: 'a title with a title of its own kind',
    text: 'feat: retry failed uploads\n\nThe client should wait a second between two tries.',
    criteria: ['feat: retry failed uploads', 'The client should wait a second between two tries.'],
  },
  {
    name: 'what is wanted, said as a wish of the writer',
    text: 'Export as CSV\n\nI would like to export the report as CSV. The separator should be configurable.',
    criteria: [
      'Export as CSV',
      'I would like to export the report as CSV.',
      'The separator should be configurable.',
    ],
  },
  {
    name: 'a title longer than a title may be',
    text: `Add a flag that ${'really '.repeat(16)}shouts, and that is off where the output is a file. It must not change --quiet.`,
    criteria: [
      `Add a flag that ${'really '.repeat(16)}shouts, and that is off where the output is a file.`,
      'It must not change --quiet.',
    ],
  },
  {
    name: 'a bug with numbered steps and no heading',
    text: "parse loses rows\n\nWhen I run:\n1. parse('a')\n2. close()\n\nI get one row instead of two",
    criteria: ['The fault is gone: parse loses rows'],
  },
  {
    name: 'a bug whose steps are orders',
    text: 'Crash on empty files\n\n1. Create an empty file\n2. Add it with `add`\n3. See the stack trace',
    criteria: ['The fault is gone: Crash on empty files'],
  },
  {
    name: 'a bug whose last step says what should be',
    text: 'close() loses a row\n\n1. Call `open()`\n2. Call `close()`\n3. It should print two rows, and prints one.',
    criteria: ['The fault is gone: close() loses a row', 'It should print two rows, and prints one.'],
  },
  {
    name: 'a bug that only its text tells, whose last step says what should be',
    text: 'Rows and close()\n\nIt prints one row instead of two.\n\n1. Call `open()`\n2. Call `close()`\n3. Two rows should be printed',
    criteria: ['The fault is gone: Rows and close()', 'Two rows should be printed'],
  },
  {
    name: 'demands of which the last says what should be, where the text tells a bug',
    text: 'Rows and close()\n\nIt prints one row instead of two.\n\n1. Both rows must be printed\n2. The second should be last\n\nA list\n\n1. close it twice\n2. look',
    criteria: ['Both rows must be printed', 'The second should be last', 'close it twice', 'look'],
  },
  {
    name: 'a fix that is ordered, with steps that end in the fault',
    text: 'Fix the crash on empty files\n\n1. Create an empty file\n2. Add it with `add`\n3. See the stack trace',
    criteria: ['Fix the crash on empty files'],
  },
  {
    name: 'work that is led by a word for work',
    text: 'Reading fails on empty files\n\nTo do:\n1. read nothing\n2. say so',
    criteria: ['read nothing', 'say so'],
  },
  {
    name: 'work that people have to do',
    text: 'Move to the new format\n\nWe have to:\n1. read both formats\n2. write the new one',
    criteria: ['read both formats', 'write the new one'],
  },
  {
    name: 'numbered boxes of a bug',
    text: 'Reading fails on empty files\n\n1. [ ] empty files are read\n2. [ ] a warning is printed',
    criteria: ['empty files are read', 'a warning is printed'],
  },
  {
    name: 'steps over several lines, with code between and a list below',
    text: [
      '# Rows are missing',
      '## Description',
      '### How it came',
      '1. Write a file',
      '   with two rows:',
      '',
      '```',
      'a',
      '```',
      '2. Read it:',
      '   - with `read`',
      'or by hand',
      '',
      '  and look',
      '- a point of its own that should be fixed',
    ].join('\n'),
    criteria: ['The fault is gone: Rows are missing', 'a point of its own that should be fixed'],
  },
  {
    name: 'what should not be, of a feature',
    text: 'Export as CSV\n\nThe header should not be quoted.',
    criteria: ['Export as CSV', 'The header should not be quoted.'],
  },
  {
    name: 'a letter that says nothing but good wishes',
    text: 'Hello,\n\nThanks!',
    criteria: ['Hello,'],
  },
  {
    name: 'a title that goes on in the next line',
    text: 'The list should be\nsorted by name.',
    criteria: ['The list should be sorted by name.'],
  },
  {
    name: 'a title that was cut, of which the text says no more',
    text: `---\ntitle: ${'A very '.repeat(30)}long title\n---\nIt must be so.`,
    criteria: [`${'A very '.repeat(17).trim()}…`, 'It must be so.'],
  },
  {
    name: 'steps under a heading that nobody knows',
    text: '# Import of calendars\n\n## How to see it on Linux\n\n1. Open `a.ics`\n2. Look\n\n## Wanted\nIt should open.',
    criteria: ['Import of calendars', 'It should open.'],
  },
  {
    name: 'a bug by its label alone',
    text: '---\ntitle: Sundays\nlabels: bug\n---\n1. open it\n2. close it\n\nNothing is closed.',
    criteria: ['The fault is gone: Sundays'],
  },
  {
    name: 'a bug with a wish behind its steps',
    text: 'Only one row is printed, which is wrong\n\n## Steps to reproduce\n1. open\n2. close\n\nOnly one row. It should give two rows.',
    criteria: ['The fault is gone: Only one row is printed, which is wrong', 'It should give two rows.'],
  },
  {
    name: 'a bug with a wish in what happens',
    text: 'bug: rows are lost\n\nSteps to reproduce:\n1. open\n2. close\n\nActual: one row is printed, but there should be two.',
    criteria: ['The fault is gone: bug: rows are lost', 'one row is printed, but there should be two.'],
  },
  {
    name: 'a bug by the form of a forge',
    text: [
      '# Table header is cut',
      '**Describe the bug**',
      'The header of a wide table is cut.',
      '',
      '**To Reproduce**',
      'Steps to reproduce the behavior:',
      "1. Go to 'tables'",
      '2. Click on a wide one',
      '3. See error',
      '',
      '**Expected behavior**',
      'The header is as wide as the table.',
      '',
      '**How much do you like it?**',
      '- a lot',
      '',
      '**Desktop (please complete the following information):**',
      ' - OS: Debian',
      '',
      '**Additional context**',
      'None.',
    ].join('\n'),
    criteria: ['The header is as wide as the table.'],
  },
  {
    name: 'a wish by the form of a forge',
    text: [
      '# Copy button',
      '**Is your feature request related to a problem? Please describe.**',
      "I'm always annoyed when I select code by hand.",
      '',
      "**Describe the solution you'd like**",
      'A button in each code block that copies it.',
      '',
      "**Describe alternatives you've considered**",
      'A keyboard shortcut would be nice, but users should not have to learn one.',
      '',
      '**Additional context**',
      'Add any other context here.',
    ].join('\n'),
    criteria: ['Copy button: A button in each code block that copies it.'],
  },
  {
    name: 'numbered faults',
    text: 'The parser is broken in two places\n\n1. `parse("")` throws\n2. Comments are not skipped',
    criteria: [
      'The fault is gone: The parser is broken in two places',
      'The fault is gone: `parse("")` throws',
      'The fault is gone: Comments are not skipped',
    ],
  },
  {
    name: 'numbered demands of a bug',
    text: 'Login fails after a restart\n\nPlease:\n1. keep the session in the file\n2. say when it is too old',
    criteria: ['keep the session in the file', 'say when it is too old'],
  },
  {
    name: 'numbered demands that oblige by themselves',
    text: 'Login fails after a restart\n\n1. The session must be kept.\n2. Its age should be said.',
    criteria: ['The session must be kept.', 'Its age should be said.'],
  },
  {
    name: 'numbered work of a feature',
    text: 'Import of calendars\n\n1. Read `.ics` files\n2. Show what was read\n3. Skip what is there already',
    criteria: ['Read `.ics` files', 'Show what was read', 'Skip what is there already'],
  },
  {
    name: 'a feature that tells how it is done today',
    text: 'Offer `rename` for many files\n\nToday I have to:\n1. list the files\n2. rename each\n\nOne command should do both.',
    criteria: ['Offer `rename` for many files', 'One command should do both.'],
  },
  {
    name: 'a checklist',
    text: 'Release page\n\n- [ ] shows the version\n- [x] shows the date\n\nThanks!',
    criteria: ['shows the version', 'shows the date'],
  },
  {
    name: 'an order with a list of what belongs to it',
    text: 'Add a `stats` command that shows:\n\n- the number of files\n- the number of lines',
    criteria: [
      'Add a `stats` command that shows: the number of files',
      'Add a `stats` command that shows: the number of lines',
    ],
  },
  {
    name: 'an order with a list of orders',
    text: 'Clean up the greeter\n\n- remove `oldGreet`\n- rename `g` to `greet`\n- it must still be exported',
    criteria: [
      'Clean up the greeter',
      'remove `oldGreet`',
      'rename `g` to `greet`',
      'it must still be exported',
    ],
  },
  {
    name: 'a mail',
    text: [
      'Hi all,',
      '',
      'the export takes minutes for big accounts, and people give up. Could we add a progress bar?',
      'It should say how many rows are left. It should not be shown when the output is a file.',
      '',
      'Thanks,',
      'Kim',
    ].join('\n'),
    criteria: [
      'The fault is gone: the export takes minutes for big accounts, and people give up.',
      'Could we add a progress bar?',
      'It should say how many rows are left.',
      'It should not be shown when the output is a file.',
    ],
  },
  {
    name: 'a question that asks for something',
    text: 'Can you make `--json` print one line per file?',
    criteria: ['Can you make `--json` print one line per file?'],
  },
  {
    name: 'a user story',
    text: 'Filter by owner\n\nAs a maintainer I want to filter tasks by owner so that I see mine. Unknown owners must be refused with exit 2.',
    criteria: [
      'Filter by owner',
      'As a maintainer I want to filter tasks by owner so that I see mine.',
      'Unknown owners must be refused with exit 2.',
    ],
  },
  {
    name: 'a report that holds one thing against another',
    text: 'format() gives 1,0 instead of 1.0\n\nIn a German locale. Numbers should always have a dot.',
    criteria: ['The fault is gone: format() gives 1,0 instead of 1.0', 'Numbers should always have a dot.'],
  },
  {
    name: 'a performance complaint',
    text: 'glob is slow\n\nWith 10k files it takes 20 s. I expect it to take less than 2 s.',
    criteria: ['The fault is gone: glob is slow', 'I expect it to take less than 2 s.'],
  },
  {
    name: 'words of somebody who asks in Korean',
    text: '목록 정렬 추가\n\n이름순으로 정렬되어야 합니다. 같은 이름은 순서를 유지해야 합니다.',
    criteria: ['목록 정렬 추가', '이름순으로 정렬되어야 합니다.', '같은 이름은 순서를 유지해야 합니다.'],
  },
];

test.each(natural)('$name', ({ text, criteria }) => {
  const ticket = ticketFromText(text, { now: 0 });
  if ('problem' in ticket) throw new Error(ticket.problem);
  expect(ticket.criteria).toEqual(criteria);
});
