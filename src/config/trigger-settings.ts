// What a team says of what may start and steer runs here, under `triggers` in slipway.yaml.

export interface TriggerSettings {
  readonly listen: {
    readonly host: string;
    /** Undefined: the first of `usualPorts` that is free. */ readonly port?: number;
  };
  readonly github?: Hook & { readonly start: readonly string[] };
  readonly jira?: Hook & { readonly start: readonly string[] };
  /** By their names. */
  readonly webhooks: Readonly<Record<string, Hook>>;
  readonly telegram?: TelegramSettings;
  readonly schedules: Readonly<Record<string, Schedule>>;
  readonly limits: { readonly perAuthorHour: number; readonly perTriggerHour: number };
}

const usualPort = 4171;
const usualPortsMax = 20;
/** One listener belongs to one repository, and a machine has several. */
export const usualPorts: readonly number[] = Array.from(
  { length: usualPortsMax },
  (_, index) => usualPort + index,
);

export interface TelegramSettings {
  /** The variable that has its token, or says where it is. */
  readonly token: string;
  readonly api?: string;
  readonly webhook?: Hook & { readonly url: string };
}

export interface Hook {
  /** The variable that has its secret, or says where it is. */
  readonly secret: string;
}

export interface Schedule {
  readonly cron: string;
  readonly zone: string;
  readonly ticket: string;
  readonly missed: 'skip' | 'once' | 'all';
  readonly overlap: 'skip' | 'start';
}

/** The hooks of a configuration, by what they are called in the inbox. */
export function hooksOf({
  github,
  jira,
  webhooks,
  telegram,
}: TriggerSettings): readonly { readonly trigger: string; readonly secret: string; readonly path: string }[] {
  return [
    ...(github === undefined ? [] : [{ trigger: 'github', secret: github.secret, path: '/github' }]),
    ...(jira === undefined ? [] : [{ trigger: 'jira', secret: jira.secret, path: '/jira' }]),
    ...Object.entries(webhooks).map(([name, { secret }]) => ({
      trigger: `webhook ${name}`,
      secret,
      path: `/webhooks/${name}`,
    })),
    ...(telegram?.webhook === undefined
      ? []
      : [{ trigger: 'telegram', secret: telegram.webhook.secret, path: '/telegram' }]),
  ];
}
