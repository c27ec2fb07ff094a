// A value that no rule could know for a secret, given to an agent by the name of a variable: it is known, and the engine
// claims to find it however it is written. Here the agent prints it in every way there is.

import { done, judged, planned } from '../../support/scripts.ts';
import { drawFrom } from '../../support/secrets.ts';
import type { Play } from './plays.ts';
import { answer } from './plays.ts';
import type { Place } from './search.ts';
import { makeWorld } from './world.ts';

const variable = 'GARDEN_WORDS';

/** Ways to write a value; each in a line of its own, after its name. */
function waysOf(value: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(value);
  return {
    plain: value,
    'in-json': JSON.stringify({ value }),
    'in-base64': bytes.toString('base64'),
    'in-base64-with-more': Buffer.from(`x${value} and more`).toString('base64'),
    'in-base64url': Buffer.from(`xy${value}`).toString('base64url'),
    'in-an-address': encodeURIComponent(value),
    'in-hex': bytes.toString('hex'),
    backwards: value.split('').toReversed().join(''),
  };
}

export function known(seed: string): Play {
  return {
    name: 'a known value, encoded',
    perform: async (main) => {
      const draw = drawFrom(`${seed}/known`);
      const [first, second] = [
        `${draw.letters(5)} tulip & ${draw.letters(5)}`,
        `${draw.letters(6)}-oak=${draw.digits(4)}`,
      ];
      const value = `${first}\n${second}`;
      const ways = { ...waysOf(first), ...prefixed('second-', waysOf(second)) };
      const lines = Object.entries(ways).map(([name, text]) => `${name} ${text}`);
      const transcript = `${lines.join('\n')}\n`;
      const answers = {
        planner: answer(planned([{ id: 'one', files: ['a.txt'] }], { summary: transcript })),
        implementer: { ...answer(done), summary: transcript },
        reviewer: answer(judged('pass', { summary: transcript })),
      };
      const speech = { transcript, work: 'echo two > a.txt\n', answers };
      const world = await makeWorld(main, { 'a.txt': 'one\n' }, speech, { [variable]: value });
      try {
        await world.call('run', 'Change the text.', '--trust', '--level', 'open');
        const { exit, said } = await world.decide('approve');
        await world.call('show');
        const places = await world.places();
        const missed = [
          ...(exit === 7 ? [] : [`the run ended with ${exit}: ${said.slice(-300)}`]),
          ...Object.keys(ways).filter((name) => !isReplaced(places, name)),
        ];
        const leaks = Object.entries(ways).flatMap(([name, text]) =>
          places
            .filter((place) => place.text.includes(text))
            .map((place) => `known ${name} in ${place.name}`),
        );
        return { caught: Object.keys(ways).length - missed.length, missed, leaks };
      } finally {
        await world.remove();
      }
    },
  };
}

function prefixed(prefix: string, ways: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ways).map(([name, text]) => [`${prefix}${name}`, text]));
}

function isReplaced(places: readonly Place[], name: string): boolean {
  const replaced = new RegExp(String.raw`(?<![a-z-])${name} [^\n]{0,40}\[REDACTED:[a-z-]+\]`);
  return places.some(({ name: place, text }) => place.includes('/blobs/') && replaced.test(text));
}
