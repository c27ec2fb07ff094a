// A box is what one process may touch. It is data: `containment.ts` makes it hold.

/** What one process may touch. Paths are absolute; each appears inside the box under its own name. */
export interface Box {
  /** Files and folders it may write. */
  readonly writable: readonly string[];
  /** Files and folders it may only read: programs with their real roots, a workspace that is not to be changed. */
  readonly readable: readonly string[];
  /** Files and folders inside those that it sees empty. */
  readonly hidden: readonly string[];
  /** What it may reach, `host` (port 443) or `host:port`, through a proxy that refuses the rest. Empty: no network. */
  readonly egress: readonly string[];
  /** Dependencies shown inside the workspace without being there: each a private, writable view of a read-only layer. */
  readonly views: readonly View[];
  /** Whether a process may attach to others of the box, where calls to the kernel can be filtered. */
  readonly tracing?: boolean;
  /** Copies shown in the place of what they are copies of: a process that works beside others sees its own by the same name. */
  readonly copies?: readonly Copy[];
}

/** A read-only folder seen at another place, with writes kept apart in `scratch`. */
export interface View {
  readonly layer: string;
  readonly at: string;
  readonly scratch: string;
}

/** `at` is a folder among what is writable, and what is written there goes into `copy`. */
export interface Copy {
  readonly copy: string;
  readonly at: string;
}

/** Where in its scratch a view keeps what is written through it. */
export function writtenIn({ scratch }: Pick<View, 'scratch'>): string {
  return `${scratch}/upper`;
}
