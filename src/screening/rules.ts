// The rules of the screener, as data. What a rule does to a text is in `scan.ts`; key blocks over several
// lines are in `key-block.ts` and use the ids of the two key rules here.
//
// Invariants
//   U1. A pattern is run on one line at a time and needs at most `matchCharsMax` characters to be recognised.
//   U2. A pattern takes linear time: what repeats without a limit cannot fail after it, or starts only at a boundary.
//   U3. Specific rules stand before general ones: of two rules for the same characters, the first names them.

import { hasLettersAndDigit, hasScatteredDigits, isPlaceholder, looksRandom } from './randomness.ts';

export interface Rule {
  /** Shown to people in place of the value: `[REDACTED:<id>]`. */
  readonly id: string;
  /** `block`: a whole text with this in it is not taken at all. In a stream it is replaced. */
  readonly action: 'redact' | 'block';
  /** Source of a regular expression. The group `secret` is what is replaced; without one, the whole match. */
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** A shorter line cannot hold one. Saves the time of looking, which counts in texts of very short lines. */
  readonly charsMin?: number;
  /** Looks closer at what the pattern found: the secret, and the line up to it. */
  readonly when?: (secret: string, before: string) => boolean;
}

/** U1. */
export const matchCharsMax = 20 * 1024;

// A word starts here. In JSON inside JSON a line end is written `\n`, so that a letter may stand right before a token.
const start = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))`;
const keyName = String.raw`(?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?`;
const keyBegin = `-----BEGIN ${keyName}-----`;
const keyEnd = `-----END ${keyName}-----`;
const credential = String.raw`(?:secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|credentials?)`;
const password = String.raw`(?:password|passwd|passphrase|pwd)`;
const assigned = String.raw`\\{0,3}["'\x60]?\s{0,8}(?:=>|:=|=|:)\s{0,8}`;
const quoted = String.raw`(?<quote>\\{0,3}["'\x60])(?<secret>(?:(?!\k<quote>)(?:\\.|[^\s\\])){6,512})\k<quote>`;

const keys: readonly Rule[] = [
  {
    id: 'gcp-service-account',
    action: 'block',
    pattern: String.raw`private_key\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}"(?<secret>-----BEGIN [^"]{24,})`,
  },
  {
    id: 'private-key',
    action: 'block',
    pattern: String.raw`${keyBegin}(?:(?!-----)[^]){8,16384}${keyEnd}`,
    when: (secret) => /[A-Za-z0-9+/]{8}/.test(secret.replace(/-----(?:BEGIN|END)[^-]*-----/g, '')),
  },
  {
    id: 'private-key',
    action: 'block',
    pattern: String.raw`${keyBegin}(?:[A-Za-z0-9+/=\s\\:.,()@|>→]|-(?!----))+`,
    when: (secret) => /[A-Za-z0-9+/]{40}/.test(secret),
  },
];

const vendors: readonly Rule[] = [
  { id: 'github-token', action: 'redact', pattern: String.raw`gh[pousr]_[A-Za-z0-9_]{20,}` },
  { id: 'github-token', action: 'redact', pattern: String.raw`github_pat_[A-Za-z0-9_]{20,}` },
  {
    id: 'gitlab-token',
    action: 'redact',
    pattern: String.raw`gl(?:pat|ptt|oas|soat|cbt|imt|agent|feat|rt|dt|ft)-[A-Za-z0-9_.-]{16,}`,
    when: hasLettersAndDigit,
  },
  { id: 'gitlab-token', action: 'redact', pattern: String.raw`glpat-[A-Za-z0-9_.-]{16,}` },
  { id: 'slack-token', action: 'redact', pattern: String.raw`xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}` },
  { id: 'slack-token', action: 'redact', pattern: String.raw`xapp-\d-[A-Za-z0-9-]{10,}` },
  {
    id: 'slack-webhook',
    action: 'redact',
    pattern: String.raw`hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/_+-]{8,})`,
    ignoreCase: true,
  },
  { id: 'npm-token', action: 'redact', pattern: String.raw`npm_[A-Za-z0-9]{30,}` },
  {
    id: 'stripe-key',
    action: 'redact',
    pattern: String.raw`(?:[rs]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})`,
  },
  {
    id: 'google-key',
    action: 'redact',
    pattern: String.raw`(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_.-]{20,})`,
  },
  {
    id: 'telegram-token',
    action: 'redact',
    pattern: String.raw`(?<!\d)\d{6,12}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])`,
    when: (secret) => /[a-z]/.test(secret) && /[A-Z]/.test(secret),
  },
  { id: 'anthropic-key', action: 'redact', pattern: String.raw`sk-ant-[A-Za-z0-9_-]{10,}` },
  {
    id: 'openai-key',
    action: 'redact',
    pattern: String.raw`${start}sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}|[A-Za-z0-9]{20,})`,
  },
  {
    id: 'aws-access-key-id',
    action: 'redact',
    pattern: String.raw`${start}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])`,
  },
  {
    id: 'aws-secret-key',
    action: 'redact',
    pattern: String.raw`(?:aws|secret)[\w.-]{0,24}${assigned}\\{0,3}["'\x60]?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
    ignoreCase: true,
  },
];

const carriers: readonly Rule[] = [
  {
    id: 'jwt',
    action: 'redact',
    pattern: String.raw`${start}eyJ[A-Za-z0-9_-]{6,}\.eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}`,
  },
  {
    id: 'bearer-token',
    action: 'redact',
    pattern: String.raw`bearer\s{1,8}(?<secret>[A-Za-z0-9._~+/=-]{16,})`,
    ignoreCase: true,
    when: hasLettersAndDigit,
  },
  {
    id: 'basic-authorization',
    action: 'redact',
    pattern: String.raw`authorization[\\"'\s:=]{1,12}basic\s{1,8}(?<secret>[A-Za-z0-9+/=_-]{8,})`,
    ignoreCase: true,
  },
  {
    id: 'url-password',
    action: 'redact',
    pattern: String.raw`://[^\s/:@"'\x60<>]{0,128}:(?<secret>[^\s/"'\x60<>?#]{1,256})@`,
    when: (secret) => !isPlaceholder(secret),
  },
  {
    id: 'url-password',
    action: 'redact',
    pattern: String.raw`://(?<secret>[A-Za-z0-9_-]{24,256})@`,
    when: looksRandom,
  },
];

const assignments: readonly Rule[] = [
  {
    id: 'password-assignment',
    action: 'redact',
    pattern: String.raw`${password}${assigned}${quoted}`,
    ignoreCase: true,
    // PWD is the working directory, too.
    when: (secret, before) =>
      !isPlaceholder(secret) && !(secret.startsWith('/') && /pwd\W{1,12}$/i.test(before)),
  },
  {
    id: 'secret-assignment',
    action: 'redact',
    pattern: String.raw`${credential}${assigned}${quoted}`,
    ignoreCase: true,
    when: (secret) =>
      !isPlaceholder(secret) && secret.length >= 8 && (/\d/.test(secret) || /^[A-Za-z]{16,}$/.test(secret)),
  },
  {
    // As in a file of environment variables or a shell line: nothing stands around the sign.
    id: 'secret-assignment',
    action: 'redact',
    pattern: String.raw`(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|(?:ACCESS|PRIVATE|SIGNING|SECRET)_KEY|CREDENTIALS?)=(?<secret>[^\s"'\x60\\,;&|)]{6,512})`,
    when: (secret) => !isPlaceholder(secret),
  },
  {
    id: 'secret-assignment',
    action: 'redact',
    pattern: String.raw`(?:${password}|${credential})${assigned}(?<secret>[A-Za-z0-9+/=_~!@#%^&*-]{12,512})`,
    ignoreCase: true,
    when: (secret) => !isPlaceholder(secret) && hasScatteredDigits(secret),
  },
  {
    id: 'secret-option',
    action: 'redact',
    pattern: String.raw`--(?:[a-z]{1,16}-){0,3}(?:password|passphrase|secret|token|api-key|access-key)[= ]["'\x60]?(?<secret>[^\s"'\x60\\]{6,512})`,
    when: (secret) => !isPlaceholder(secret) && hasLettersAndDigit(secret),
  },
  {
    id: 'high-entropy',
    action: 'redact',
    pattern: String.raw`[:=]\s{0,4}\\{0,3}["'\x60]?(?<secret>[A-Za-z0-9+/_-]{24,200}={0,2})(?![A-Za-z0-9+/_=-])`,
    when: (secret, before) => pathSegments(secret).some(looksRandom) && !isChecksum(secret, before),
  },
];

/** A path has a random value in it only where one of its segments is one: folders for temporary files end in a few random letters. */
function pathSegments(value: string): readonly string[] {
  return /^\/?[a-z][a-z._-]+\//.test(value) ? value.split('/') : [value];
}

/** Lockfiles and digests: random by nature, public by purpose. */
function isChecksum(secret: string, before: string): boolean {
  return (
    /^sha(?:1|224|256|384|512)[-_]/i.test(secret) ||
    /(?:sha\d{0,3}|md5|h1|integrity|checksum|digest|hash|etag|fingerprint)\\{0,3}["'\x60]?\s{0,4}[:=]\s{0,4}\\{0,3}["'\x60]?$/i.test(
      before.slice(-64),
    )
  );
}

/** The shortest things the rules below are about are an address with a password and a short variable. */
const charsMin = 11;

/** U3. */
export const defaultRules: readonly Rule[] = [...keys, ...vendors, ...carriers, ...assignments].map(
  (rule) => ({
    ...rule,
    charsMin,
  }),
);
