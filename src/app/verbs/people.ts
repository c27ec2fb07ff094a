// People besides the user of this machine, who may look, decide or administer.

import type { Person, Service } from '../people/people.ts';
import { admit as letIn, dismiss as sendAway, everybody, services } from '../people/people.ts';
import { age } from '../../views/words/words.ts';
import type { Access, Look, Order } from './verb.ts';

type Nothing = Readonly<Record<string, never>>;

export const people: Look<Nothing, { readonly people: readonly Person[] }> = {
  look: async ({ places }) => ({ people: await everybody(places) }),
  words: (shown, { now }) => ({
    data:
      shown.people.length === 0
        ? 'Nobody but you may do anything here. `slipway people add NAME` lets somebody in.\n'
        : shown.people.map((person) => `${personText(person, now)}\n`).join(''),
  }),
};

function personText({ name, access, since, elsewhere, program }: Person, now: number): string {
  const known = services.flatMap((service) => {
    const as = elsewhere[service];
    return as === undefined ? [] : [`${service} ${as}`];
  });
  const what = program === true ? ['a program'] : [];
  return [name, access, ...what, `since ${age(Math.max(0, now - since))}`, ...known].join('  ');
}

export interface AdmitInput {
  readonly name: string;
  readonly access: Access;
  readonly elsewhere?: Readonly<Partial<Record<Service, string>>> | undefined;
  readonly program?: true | undefined;
}

export const admit: Order<AdmitInput, { readonly person: Person; readonly token: string }> = {
  order: async ({ tools: { places, clock } }, { name, access, elsewhere = {}, program }) => {
    const what = program === undefined ? {} : { program };
    const person: Person = { name, access, since: clock.now(), elsewhere, ...what };
    return { person, token: await letIn(places, person) };
  },
  words: ({ person: { name, access }, token }) => ({
    data: `${token}\n`,
    talk: `${name} may ${access} from now on. The token is shown this once: give it to them by a way nobody else reads.\n`,
  }),
};

export const dismiss: Order<{ readonly name: string }, { readonly person: Person }> = {
  order: async ({ tools: { places }, owner: { listening } }, { name }) => {
    const person = await sendAway(places, name);
    await listening.listener?.recheck();
    return { person };
  },
  words: ({ person: { name } }) => ({
    talk: `${name} may do nothing here any more; open pages of theirs are cut off.\n`,
  }),
};
