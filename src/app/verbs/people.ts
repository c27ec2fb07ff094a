// People besides the user of this machine, who may look, decide or administer.

import type { Person, Service } from '../people/people.ts';
import {
  admit as letIn,
  dismiss as sendAway,
  everybody,
  personNamed,
  services,
  tokenAnew,
} from '../people/people.ts';
import { age } from '../../views/words/words.ts';
import { UserError } from '../ending/user-error.ts';
import { onceAtHome } from './once-at-home.ts';
import type { Access, Look, Order, OrderContext } from './verb.ts';

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

export interface PersonLetIn {
  readonly person: Person;
  readonly token: string;
}

export const admit: Order<AdmitInput, PersonLetIn> = {
  order: (context, input) =>
    peopleInTurn(context, () =>
      onceAtHome(context, {
        kept: () => import('./schemas/kept.ts').then((file) => file.admitted),
        first: async (take) => {
          const { sent, tools } = context;
          const { name, access, elsewhere = {}, program } = input;
          const what = program === undefined ? {} : { program };
          const person: Person = { name, access, since: tools.clock.now(), elsewhere, ...what };
          const token = await letIn(tools.places, person, sent.id);
          await take({ name });
          return { person, token };
        },
        again: ({ name }) => admittedBefore(context, name),
      }),
    ),
  words: ({ person: { name, access }, token }) => ({
    data: `${token}\n`,
    talk: `${name} may ${access} from now on. The token is shown this once: give it to them by a way nobody else reads.\n`,
  }),
};

/** Nobody has the first token, or knows that they have it. */
async function admittedBefore({ tools, sent }: OrderContext, name: string): Promise<PersonLetIn> {
  const anew = await tokenAnew(tools.places, sent.id);
  if (anew !== undefined) return anew;
  throw new UserError(
    `This order let ${name} in, and their access was taken back since. Let them in anew: slipway people add ${name}`,
    'refused',
  );
}

export const dismiss: Order<{ readonly name: string }, { readonly person: Person }> = {
  order: (context, { name }) =>
    peopleInTurn(context, () =>
      onceAtHome(context, {
        kept: () => import('./schemas/kept.ts').then((file) => file.dismissed),
        first: async (take) => {
          const person = await personNamed(context.tools.places, name);
          const { elsewhere: _gone, ...known } = person;
          await take(known);
          await away(context, person);
          return { person };
        },
        again: async (known) => {
          await away(context, known);
          return { person: { ...known, elsewhere: {} } };
        },
      }),
    ),
  words: ({ person: { name } }) => ({
    talk: `${name} may do nothing here any more; open pages of theirs are cut off.\n`,
  }),
};

async function away({ tools, owner }: OrderContext, person: Pick<Person, 'name' | 'since'>): Promise<void> {
  await sendAway(tools.places, person);
  await owner.listening.listener?.recheck();
}

/** No order has a name with such a character in it. */
const turn = '\0people';

/** The file is read, and then written as a whole. */
function peopleInTurn<T>({ owner }: OrderContext, work: () => Promise<T>): Promise<T> {
  return owner.turns.take(turn, work);
}
