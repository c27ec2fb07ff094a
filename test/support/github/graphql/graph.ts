// What whoever answers a GraphQL document works with.

import type { Hub } from '../hub.ts';
import type { View } from '../render/render.ts';

export interface Graph extends View {
  readonly hub: Hub;
  /** One query reads mergeability once, however often it names it. */
  readonly memo: Map<number, Promise<boolean | undefined>>;
}
