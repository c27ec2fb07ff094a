// The part of the table that is about the home as a whole, and no run: the process that owns it, who is heard there, what it keeps.

import { look, order, subscription } from './verb.ts';

export const homeVerbs = {
  driven: look({
    name: 'driven',
    about: 'the runs that the process which owns the home works on',
    access: 'view',
    load: () => import('./driven.ts').then((file) => file.driven),
    schemas: () => import('./schemas/reads.ts').then((file) => file.driven),
  }),
  engine: look({
    name: 'engine',
    about: 'how the process is that owns the home, and what is due in it',
    access: 'view',
    load: () => import('./engine.ts').then((file) => file.engine),
    schemas: () => import('./schemas/engine.ts').then((file) => file.engine),
  }),
  attach: subscription({
    name: 'attach',
    about: 'stay connected to the process that owns the home, so that it stays',
    access: 'view',
    load: () => import('./engine.ts').then((file) => file.attach),
    schemas: () => import('./schemas/engine.ts').then((file) => file.attach),
  }),
  leave: order({
    name: 'leave',
    about: 'have the engine of the home save what is at work and end',
    access: 'administer',
    load: () => import('./engine.ts').then((file) => file.leave),
    schemas: () => import('./schemas/engine.ts').then((file) => file.leave),
  }),
  leftovers: look({
    name: 'leftovers',
    about: 'what a home keeps and nobody needs any more, in bytes',
    access: 'view',
    load: () => import('./gc.ts').then((file) => file.leftovers),
    schemas: () => import('./schemas/gc.ts').then((file) => file.gc),
  }),
  gc: order({
    name: 'gc',
    about: 'delete what nobody needs any more in a home',
    access: 'administer',
    load: () => import('./gc.ts').then((file) => file.gc),
    schemas: () => import('./schemas/gc.ts').then((file) => file.gc),
  }),
  listen: order({
    name: 'listen',
    about: 'have the engine of the home be heard by browsers and programs',
    access: 'administer',
    load: () => import('./listen.ts').then((file) => file.listen),
    schemas: () => import('./schemas/listen.ts').then((file) => file.listen),
  }),
  link: order({
    name: 'link',
    about: 'another link that signs one browser in to what is served',
    access: 'administer',
    load: () => import('./listen.ts').then((file) => file.link),
    schemas: () => import('./schemas/listen.ts').then((file) => file.link),
  }),
  unlisten: order({
    name: 'unlisten',
    about: 'have the engine of the home be heard by its socket alone',
    access: 'administer',
    load: () => import('./listen.ts').then((file) => file.unlisten),
    schemas: () => import('./schemas/listen.ts').then((file) => file.unlisten),
  }),
  people: look({
    name: 'people',
    about: 'who besides the user of this machine may do what',
    access: 'view',
    load: () => import('./people.ts').then((file) => file.people),
    schemas: () => import('./schemas/listen.ts').then((file) => file.people),
  }),
  admit: order({
    name: 'admit',
    about: 'let somebody look, decide or administer',
    access: 'administer',
    load: () => import('./people.ts').then((file) => file.admit),
    schemas: () => import('./schemas/listen.ts').then((file) => file.admit),
  }),
  dismiss: order({
    name: 'dismiss',
    about: 'take back what somebody may do',
    access: 'administer',
    load: () => import('./people.ts').then((file) => file.dismiss),
    schemas: () => import('./schemas/listen.ts').then((file) => file.dismiss),
  }),
};
