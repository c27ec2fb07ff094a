// What would run on this machine if a stage were played, in the words a person is asked to trust.

import { systemClock } from '../../telemetry/system-clock.ts';
import { placesOf } from '../home/home-places.ts';
import { toolsOf } from '../parts.ts';
import { checksHere } from '../starting/checks-here.ts';
import type { Stage } from './lay-out.ts';
import { laidIn } from './lay-out.ts';

export async function commandsOn({ dir, surroundings }: Stage): Promise<readonly string[]> {
  const { repository } = await laidIn(dir);
  const tools = toolsOf(placesOf(surroundings), surroundings, systemClock());
  return (await checksHere(tools, repository)).commands;
}
