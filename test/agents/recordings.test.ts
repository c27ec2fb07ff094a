import { describe, expect, test } from 'vitest';
import { programTypes } from '../../src/agents/kinds.ts';
import { programNames, programOf } from './programs.ts';
import { drivers } from './recording/drivers.ts';
import { scrubber } from './recording/scrub.ts';
import { recordingsOf } from './recordings.ts';

test('there are recordings of every program Slipway knows by name', () => {
  expect(programNames.toSorted()).toEqual(programTypes.toSorted());
});

describe.each(programNames)('the recordings of %s', (name) => {
  const recordings = recordingsOf(name);

  test('are those of its cases, no more and no fewer', () => {
    const cases = drivers[name].cases.map((one) => one.name);
    expect([...recordings.keys()].toSorted()).toEqual(cases.toSorted());
  });

  test('were made with the pinned version and expect what the cases expect', () => {
    for (const one of drivers[name].cases) {
      const { version } = programOf(name);
      expect(recordings.get(one.name), one.name).toMatchObject({
        program: name,
        version,
        expected: one.expected,
      });
    }
  });

  test('end as the program ended: with an exit or with a signal, never both', () => {
    for (const [one, { exit, signal }] of recordings) {
      expect(exit === undefined, one).toBe(signal !== undefined);
    }
  });

  test('have whole lines of JSON on stdout', () => {
    for (const [one, { stdout }] of recordings) {
      expect(stdout === '' || stdout.endsWith('\n'), one).toBe(true);
      for (const line of stdout.split('\n').slice(0, -1)) expect(() => JSON.parse(line), one).not.toThrow();
    }
  });

  test('name nothing of the machine they were made on', () => {
    for (const [one, { args, stdout, stderr }] of recordings) {
      const text = [...args, stdout, stderr].join('\n');
      expect(text, one).not.toMatch(/slipway-(re|agents)|127\.0\.0\.1:(?!8080)\d/);
    }
  });
});

test('scrubbing takes out folders, their dashed names and ports, and nothing else', () => {
  const scrub = scrubber({ workspace: '/t/x-1/project', home: '/t/y.2/home', tmp: '/t/y.2/tmp' });
  expect(scrub('/t/x-1/project/a.ts in /t/y.2/home/.claude and /t/y.2/tmp')).toBe(
    '/workspace/a.ts in /home/agent/.claude and /tmp/agent',
  );
  expect(scrub('projects/-t-x-1-project/memory')).toBe('projects/-workspace/memory');
  expect(scrub('http://127.0.0.1:43117/v1 took 12:30')).toBe('http://127.0.0.1:8080/v1 took 12:30');
});
