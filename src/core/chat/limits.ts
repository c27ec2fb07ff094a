// How often the dispatcher may be launched for what somebody writes in a conversation.

export const hourMs = 3_600_000;
/** Nobody writes more than this in an hour and means each of it; a program would. */
const launchesAnHour = 30;

export function mayAsk({ launches }: { readonly launches: readonly number[] }, now: number): boolean {
  return launches.filter((at) => at > now - hourMs).length < launchesAnHour;
}
