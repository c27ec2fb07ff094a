// Plays cases where nothing guards and names those that did not take hold: a case that cannot succeed proves nothing.
// Cases share a world as long as the judge of the next one still says no; where it says yes, a new world is planted.

import type { Escape, Group, Injection, Task } from './case.ts';
import { carried } from './carriers.ts';
import type { Naive } from './naive.ts';
import { startNaive } from './naive.ts';
import { honestWork } from './project.ts';
import type { World } from './world.ts';
import { plant } from './world.ts';

type Case = Escape | Injection;

/** The groups whose cases need somebody to use what they left. */
const publishing: readonly Group[] = ['writes', 'git', 'traps'];

/** The names of the cases that are said to take hold here and did not. */
export async function toothless(cases: readonly Case[]): Promise<readonly string[]> {
  const missed: string[] = [];
  let scene: Scene | undefined;
  for (const each of cases) {
    if (scene !== undefined && (needsOwn(each) || (await each.succeeded(scene.world)))) {
      await scene.close();
      scene = undefined;
    }
    scene ??= await sceneWith('obey' in each ? carried(each) : {});
    if (!(await takesHold(scene, each)) && each.unprovable === undefined) missed.push(each.name);
    if (each.alone === true) {
      await scene.close();
      scene = undefined;
    }
  }
  await scene?.close();
  return missed;
}

/** The names of the tasks that did not come about, though nothing stood in their way. */
export async function undone(tasks: readonly Task[]): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const task of tasks) {
    const { world, naive, close } = await sceneWith({});
    try {
      await naive.play({ script: task.script(world), work: '', prompt: '', publish: true });
      if (!(await task.succeeded(world))) missed.push(task.name);
    } finally {
      await close();
    }
  }
  return missed;
}

/** The names of the cases that are held to have taken hold though an agent did nothing but its work. */
export async function falseAlarms(cases: readonly Case[]): Promise<readonly string[]> {
  const { world, naive, close } = await sceneWith({});
  try {
    await naive.play({ script: '', work: honestWork, prompt: '', publish: true });
    const judged = cases.map(async (each) => ((await each.succeeded(world)) ? [each.name] : []));
    return (await Promise.all(judged)).flat();
  } finally {
    await close();
  }
}

interface Scene {
  readonly world: World;
  readonly naive: Naive;
  readonly close: () => Promise<void>;
}

function needsOwn(each: Case): boolean {
  return each.alone === true || ('obey' in each && Object.keys(carried(each)).length > 0);
}

async function sceneWith(files: Readonly<Record<string, string>>): Promise<Scene> {
  const world = await plant(files);
  const naive = await startNaive(world);
  return {
    world,
    naive,
    close: async () => {
      await naive.close();
      await world.close();
    },
  };
}

async function takesHold({ world, naive }: Scene, each: Case): Promise<boolean> {
  if (await each.succeeded(world))
    throw new Error(`${each.name}: held to have succeeded before it was played`);
  const script = 'obey' in each ? each.obey(world) : each.script(world);
  const later = 'later' in each ? each.later?.(world) : undefined;
  const prompt = 'obey' in each ? each.text : '';
  const work = each.work?.(world) ?? honestWork;
  const publish = 'obey' in each || (each.alone === true && publishing.includes(each.group));
  await naive.play({ script, work, prompt, publish, ...(later === undefined ? {} : { later }) });
  return each.succeeded(world);
}
