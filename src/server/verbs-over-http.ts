// Which verbs can be asked over HTTP: all of them, but for those that are about a terminal or the machine itself.

import type { VerbName } from '../app/verbs/table.ts';
import { isVerb, verbs } from '../app/verbs/table.ts';

export const lacks: Readonly<Partial<Record<VerbName, string>>> = {
  driven: 'is asked by whatever says how a run stands, on the machine of the engine',
  attach: 'keeps the engine for a terminal; who listens keeps it already',
  leave: 'ends the engine, which is for whoever sits at its machine',
  listen: 'opens the very way it would come by',
  hold: 'keeps open the very way it would come by',
  link: 'lets a browser in as whoever sits at the machine',
  unlisten: 'closes the very way it would come by',
  arm: 'follows where secrets are, and opens another way in, for whoever sits at the machine',
  disarm: 'is beside arm, at the machine',
  admit:
    'lets somebody in, which is for whoever sits at the machine: a stolen page must not make itself at home',
  dismiss: 'is beside admit, at the machine',
  open: 'lays out files on the machine of the engine, for whoever sits there',
  take: 'hands a folder on the machine of the engine to whoever sits there',
  give: 'takes back a folder on the machine of the engine',
  gc: 'deletes files of the home, after whoever sits there looked at the list',
};

export const verbsOverHttp: readonly VerbName[] = Object.keys(verbs)
  .filter(isVerb)
  .filter((name) => !Object.hasOwn(lacks, name));
