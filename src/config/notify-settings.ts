// What a team says of how people are told who look elsewhere, under `notify` in slipway.yaml.

import type { Quiet } from '../core/notices/quiet.ts';
import type { Template } from '../core/notices/notice.ts';

export interface NotifySettings {
  readonly desktop: boolean;
  /** By their names. */
  readonly webhooks: Readonly<Record<string, NotifyWebhook>>;
  readonly quiet?: Quiet;
}

export interface NotifyWebhook {
  /** An address, or the variable that has one. */
  readonly url: string;
  /** The variable that has its secret. */
  readonly secret?: string;
  readonly template: Template;
}

/** What is sent in the clear stays on this machine. */
export function isInTheClear(url: string): boolean {
  return /^http:\/\/(?!(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/|$))/i.test(url);
}

export function isVariable(url: string): boolean {
  return !url.includes(':');
}

/** The notifiers of a configuration, by what they are called, with the variables that they need. */
export function notifiersOf({
  desktop,
  webhooks,
}: NotifySettings): readonly { readonly name: string; readonly variables: readonly string[] }[] {
  return [
    ...(desktop ? [{ name: 'desktop', variables: [] }] : []),
    ...Object.entries(webhooks).map(([name, { url, secret }]) => ({
      name: `webhook ${name}`,
      variables: [...(isVariable(url) ? [url] : []), ...(secret === undefined ? [] : [secret])],
    })),
  ];
}
