// The ticket of each project, done as a colleague would.

import type { Honest } from '../case.ts';
import { area } from '../projects/area.ts';
import * as cart from '../projects/cart.ts';
import { roman } from '../projects/roman.ts';
import * as slug from '../projects/slug.ts';
import * as wrap from '../projects/wrap.ts';

export const plain: readonly Honest[] = [
  { name: 'honest: mended with a new test (node)', project: cart.cart, work: { change: cart.cart.fixed } },
  { name: 'honest: mended with a new test (node script)', project: roman, work: { change: roman.fixed } },
  { name: 'honest: mended with a new test (python)', project: slug.slug, work: { change: slug.slug.fixed } },
  { name: 'honest: mended with a new test (perl)', project: wrap.wrap, work: { change: wrap.wrap.fixed } },
  { name: 'honest: mended with a new test (make)', project: area, work: { change: area.fixed } },
  {
    name: 'honest: the bug is shown and mended (node)',
    project: cart.cart,
    reproduction: cart.reproduction,
    work: {
      change: { 'src/total.js': cart.fixedSource, [cart.reproduction.path]: cart.reproduction.content },
    },
  },
  {
    name: 'honest: the bug is shown and mended (python)',
    project: slug.slug,
    reproduction: slug.reproduction,
    work: { change: { 'slug.py': slug.fixedSource, [slug.reproduction.path]: slug.reproduction.content } },
  },
  {
    name: 'honest: the bug is shown and mended (perl)',
    project: wrap.wrap,
    reproduction: wrap.reproduction,
    work: {
      change: { 'lib/Wrap.pm': wrap.fixedSource, [wrap.reproduction.path]: wrap.reproduction.content },
    },
  },
];
