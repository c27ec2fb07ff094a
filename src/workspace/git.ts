// Port: running git. One place builds the environment, so that no configuration, hook, filter, replace
// ref or optional lock of anybody's takes part (measured: see SECURITY.md).

export interface GitRequest {
  /** The git directory, always named: git never searches for one. */
  readonly gitDir: string;
  readonly args: readonly string[];
  readonly workTree?: string;
  readonly index?: string;
  readonly stdin?: string;
  /** `latin1` carries every byte of stdin and stdout as one character: for paths and contents that may not be UTF-8. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Committer and dates, where a commit is made; the author too, unless that is somebody else. */
  readonly identity?: {
    readonly name: string;
    readonly email: string;
    readonly at: number;
    readonly author?: { readonly name: string; readonly email: string } | undefined;
  };
  /** Where the user's own configuration is read, for the one question who they are; nothing but `config` is asked so. */
  readonly user?: Readonly<Record<string, string>>;
  /** For the one call that talks to another machine. */
  readonly network?: GitNetwork;
  /** Raise for a diff that may be long; what is over it is an error, never a silent cut. */
  readonly outputBytesMax?: number;
  /** Takes stdout as it comes, in place of the result: for what is too much to keep. */
  readonly onOutput?: (piece: Buffer) => void;
}

export interface GitNetwork {
  /** No other is spoken, wherever the other side would send us. */
  readonly protocol: 'https' | 'http' | 'ssh';
  /**
   * For this place and no other. git is told when it asks, over a socket that only it has: never on a command line, in an
   * environment, an address or a file.
   */
  readonly credential?: { readonly origin: string; readonly username: string; readonly password: string };
  /** Proxies and certificates; for SSH, where the user's keys are. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface GitResult {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Git {
  /** Runs git without a shell. Never throws for a non-zero exit: the caller knows what an exit means. */
  readonly run: (request: GitRequest) => Promise<GitResult>;
  /** Serialises work on one repository: git's own locks are refused, not waited for, when two meet. */
  readonly exclusive: <T>(gitDir: string, work: () => Promise<T>) => Promise<T>;
  readonly version: () => Promise<string | undefined>;
}
