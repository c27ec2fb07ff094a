// What a terminal is told when its command stops following a run: by Ctrl-C, by an engine that ends, or because it only looked. Pure.

export const stoppingText =
  'Stopping: agents are asked to stop, and what they did is saved. Once more leaves at once.\n';

/** Who works on the run once this command does not follow it any more. */
export type LeftTo = 'nobody' | 'the engine' | 'another command' | 'an engine that was stopped';

export function stoppedText(leftTo: LeftTo, run: string): string {
  switch (leftTo) {
    case 'an engine that was stopped':
      return `The engine was stopped. What was done is kept; \`slipway resume ${run}\` takes it up.\n`;
    case 'the engine':
      return `Detached. Run ${run} goes on; \`slipway watch ${run}\` attaches again.\n`;
    case 'another command':
      return `Stopped watching. Run ${run} goes on in the process that owns it.\n`;
    case 'nobody':
      return `Stopped. What was done is kept; \`slipway resume ${run}\` takes it up.\n`;
  }
}
