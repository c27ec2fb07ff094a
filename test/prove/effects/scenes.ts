// Every effect, and every function of a port that no effect stands for, that talks to a forge or a tracker.

import type { Scene } from './scene.ts';
import { deliveryScenes } from './scenes/delivery.ts';
import { endingScenes } from './scenes/ending.ts';
import { talkScenes } from './scenes/talk.ts';
import { ticketScenes } from './scenes/tickets.ts';

export const scenes: readonly Scene[] = [...deliveryScenes, ...talkScenes, ...endingScenes, ...ticketScenes];
