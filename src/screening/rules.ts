// The rules of the screener, as data. What a rule does to a text is in `scan.ts`; tokens of vendors are in
// `vendor-rules.ts`; key blocks over several lines are in `key-block.ts` and use the ids of the two key rules here.
//
// Invariants
//   SCREENING-RULES-1. A pattern is run on one line at a time and needs at most `matchCharsMax` characters to be recognised.
//   SCREENING-RULES-2. A pattern takes linear time: what repeats without a limit cannot fail after it, or starts only at a boundary.
//   SCREENING-RULES-3. Specific rules stand before general ones: of two rules for the same characters, the first names them.
//   SCREENING-RULES-4. A pattern looks at neither end of a line with `^` or `$`, and none of its looks to either side refuses a line
//       end: so what matches in a line matches in any text that has this line in it.

import { isPlaceholder, isStandIn, isVersion } from './placeholders.ts';
import { hasLettersAndDigit, hasScatteredDigits, looksRandom } from './randomness.ts';
import { assigned, atWordStart, keyBegin, keyEnd, valueCharsMax } from './rule-parts.ts';
import type { Rule } from './rule-parts.ts';
import { vendorRules } from './vendor-rules.ts';

const credential = String.raw`(?:secret|token|api[_-]?key|app(?:lication)?[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|credentials?)`;
const password = String.raw`(?:password|passwd|passphrase|pwd)`;
const quoted = String.raw`(?<quote>\\{0,3}["'\x60])(?<secret>(?:(?!\k<quote>)(?:\\.|[^\s\\])){6,${valueCharsMax}})\k<quote>`;

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
  {
    // In a variable of a build or in a manifest a whole key file stands in base64; certificates do too, and are public.
    id: 'private-key',
    action: 'block',
    pattern: String.raw`LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}={0,2}`,
    when: (secret) => Buffer.from(secret.slice(0, 80), 'base64').toString('latin1').includes('PRIVATE KEY'),
  },
  {
    id: 'kubeconfig-key',
    action: 'block',
    pattern: String.raw`client-key-data${assigned}\\{0,3}["'\x60]?(?<secret>[A-Za-z0-9+/]{40,}={0,2})`,
  },
  {
    id: 'age-key',
    action: 'block',
    pattern: String.raw`AGE-SECRET-KEY-1[A-Z0-9]{40,}`,
    ignoreCase: true,
  },
];

const carriers: readonly Rule[] = [
  {
    id: 'jwt',
    action: 'redact',
    pattern: String.raw`${atWordStart('eyJ')}[A-Za-z0-9_-]{6,}\.eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}`,
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
    when: (secret) => !isPlaceholder(secret) && !isStandIn(secret),
  },
  {
    id: 'url-password',
    action: 'redact',
    pattern: String.raw`://(?<secret>[A-Za-z0-9_-]{24,256})@`,
    when: looksRandom,
  },
  {
    id: 'connection-string',
    action: 'redact',
    pattern: String.raw`;\s{0,2}(?:password|pwd)\s{0,2}=\s{0,2}(?<secret>[^;\s"'\x60\\]{4,256})`,
    ignoreCase: true,
    when: (secret) => !isPlaceholder(secret) && !isStandIn(secret),
  },
  {
    id: 'npmrc-token',
    action: 'redact',
    pattern: String.raw`(?<![A-Za-z0-9])_(?:authToken|auth|password)\s{0,4}=\s{0,4}["']?(?<secret>[^\s"'\x60\\$]{6,${valueCharsMax}})`,
    when: (secret) => !isPlaceholder(secret),
  },
  {
    id: 'netrc-password',
    action: 'redact',
    pattern: String.raw`machine\s{1,8}[^\s]{1,256}\s{1,8}login\s{1,8}[^\s]{1,256}\s{1,8}password\s{1,8}(?<secret>[^\s"'\x60\\]{4,256})`,
    when: (secret) => !isPlaceholder(secret),
  },
];

/** PWD is the working directory, too. */
function isWorkingFolder(secret: string, before: string): boolean {
  return secret.startsWith('/') && /pwd\W{1,12}$/i.test(before);
}

const assignments: readonly Rule[] = [
  {
    id: 'password-assignment',
    action: 'redact',
    pattern: String.raw`${password}${assigned}${quoted}`,
    ignoreCase: true,
    // A package may have the word in its name.
    when: (secret, before) =>
      !isPlaceholder(secret) && !isStandIn(secret) && !isVersion(secret) && !isWorkingFolder(secret, before),
  },
  {
    id: 'secret-assignment',
    action: 'redact',
    pattern: String.raw`${credential}${assigned}${quoted}`,
    ignoreCase: true,
    when: (secret) =>
      !isPlaceholder(secret) &&
      !isVersion(secret) &&
      secret.length >= 8 &&
      (/\d/.test(secret) || /^[A-Za-z]{16,}$/.test(secret)),
  },
  {
    // As in a file of environment variables or a shell line: nothing stands around the sign.
    id: 'secret-assignment',
    action: 'redact',
    pattern: String.raw`(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|(?:ACCESS|PRIVATE|SIGNING|SECRET|APP)_KEY|CREDENTIALS?)=(?<secret>[^\s"'\x60\\,;&|)]{6,${valueCharsMax}})`,
    when: (secret) => !isPlaceholder(secret),
  },
  {
    // In a sentence or a list of settings: nothing is quoted, and only a password has digits and such signs in it.
    id: 'password-assignment',
    action: 'redact',
    pattern: String.raw`${password}\s{0,4}[=:]\s{1,4}(?<secret>[A-Za-z0-9!@#$%^&*?~+_-]{6,64})(?![A-Za-z0-9.([\]\\'"\x60{<>/])`,
    ignoreCase: true,
    when: (secret) =>
      !isPlaceholder(secret) && /[A-Za-z]/.test(secret) && /\d/.test(secret) && /[!@#$%^&*?~+]/.test(secret),
  },
  {
    // A sign of a call after it tells the name of a function.
    id: 'secret-assignment',
    action: 'redact',
    pattern: String.raw`(?:${password}|${credential})${assigned}(?<secret>[A-Za-z0-9+/=_~!@#%^&*-]{12,${valueCharsMax}})`,
    ignoreCase: true,
    when: (secret, before, after) =>
      !isPlaceholder(secret) &&
      hasScatteredDigits(secret) &&
      !after.startsWith('(') &&
      !isWorkingFolder(secret, before),
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
  {
    // Where nothing tells what it is, only letters and digits count: names have signs in them, and so have addresses and
    // paths. The sign of an added line of a diff is none of those.
    id: 'high-entropy',
    action: 'redact',
    pattern: String.raw`(?:(?<![A-Za-z0-9+/_=.%$@#&\\-])|(?<=\\[nrt])|(?<=(?<![^\n])[+-]))(?<secret>[A-Za-z0-9]{32,128})(?![A-Za-z0-9+/_=.%(-])`,
    when: (secret, before) =>
      looksRandom(secret) && !isChecksum(secret, before) && !isEncodedSentence(secret),
  },
];

/** A path has a random value in it only where one of its segments is one: folders for temporary files end in a few random letters. */
function pathSegments(value: string): readonly string[] {
  return /^\/?[a-z][a-z._-]+\//.test(value) ? value.split('/') : [value];
}

/** Lockfiles, digests and public keys: random by nature, public by purpose. */
function isChecksum(secret: string, before: string): boolean {
  return (
    /^sha(?:1|224|256|384|512)[-_]/i.test(secret) ||
    /(?:sha\d{0,3}|md5|h1|integrity|checksum|digest|hash|etag|fingerprint|pub(?:lic)?[_-]?key\d{0,3})\\{0,3}["'\x60]?\s{0,4}[:=]\s{0,4}\\{0,3}["'\x60]?$/i.test(
      before.slice(-64),
    )
  );
}

/** Text of several words in base64, as in a test or an example. A token decodes to bytes that are no text. */
function isEncodedSentence(value: string): boolean {
  return /^[\x20-\x7e]* [\x20-\x7e]*$/.test(Buffer.from(value, 'base64').toString('latin1'));
}

/** The shortest things the rules below are about are an address with a password and a short variable. */
const charsMin = 11;

/** SCREENING-RULES-3. */
export const defaultRules: readonly Rule[] = [...keys, ...vendorRules, ...carriers, ...assignments].map(
  (rule) => ({ ...rule, charsMin }),
);
