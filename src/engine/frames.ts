// What goes over the owner's socket: one JSON object a line, which begins with the protocol and the build of whoever
// wrote it. Pure.
//
//   FRAMES-1. Two protocols are spoken: the newest, and the one before. Another is never guessed at: whoever reads one says so,
//       in a sentence with what to do.
//   FRAMES-2. The other end is a program of the same user, and yet nothing of a frame is believed before it was looked at. What
//       a verb is given is looked at by the verb's own schema.
//   FRAMES-3. What is refused is told in few words: nothing of a frame that was not understood comes back but a short name.
//   FRAMES-4. A greeting comes before anybody knows who listens. It is written in the older of the two, so that both can read it,
//       and says up to which one may answer; every other frame is in the protocol of the call.

import type { Decider } from '../core/gates/gate.ts';
import { isRecord, parseJson } from '../plain/json.ts';

/** Changed when an older program could not make sense of a frame any more. Since 3 a greeting says what is spoken. */
export const protocol = 3;
/** FRAMES-1. */
const protocolBefore = protocol - 1;

/** Something asked of Slipway, with everything about who asks: the same whatever surface it came through. */
export interface Envelope {
  /** Made by the caller, once for each order: the same again is the same order, however often it is sent. */
  readonly id: string;
  readonly by: Decider;
  readonly verb: string;
  readonly input: unknown;
  /** The digest of what was looked at before it was asked. */
  readonly seen?: string;
}

/** What of their environment somebody sends along. It is kept in memory alone. */
export interface Given {
  readonly values: Readonly<Record<string, string>>;
  /** What was looked for by name, whether it was set or not. */
  readonly names: readonly string[];
}

export interface Call extends Envelope {
  readonly given?: Given;
  /** It was sent before, and no answer came. */
  readonly again?: true;
}

/** What an owner says first. */
export interface Greeting {
  readonly greeting: 'slipway';
  /** The newest protocol it speaks; one that says nothing speaks the one it greets in. */
  readonly newest?: number;
}

export type Frame =
  | Greeting
  /** Nothing yet, but somebody is there. */
  | { readonly working: true }
  /** One piece of what a subscription gives. */
  | { readonly item: unknown }
  | LastFrame;

export type LastFrame =
  | { readonly output: unknown }
  /** The owner is about to go: whoever asks should become owner, or wait for the next. */
  | { readonly leaving: true }
  /** Variables of whoever asks that have to come with the call: it is to be sent again, with them. */
  | { readonly wants: readonly string[] }
  | { readonly trouble: Trouble };

export interface Trouble {
  readonly message: string;
  /** How a command ends that meets it. */
  readonly exit: string;
}

/** `speaks` is the protocol it was written in, `build` of whom, where they say a name. */
export type Read<T> =
  | { readonly ok: true; readonly frame: T; readonly speaks: number; readonly build?: string }
  | { readonly ok: false; readonly problem: string };

export function frameText(build: string, frame: Call | Frame, speaks = protocol): string {
  return `${JSON.stringify({ protocol: speaks, build, ...frame })}\n`;
}

/** FRAMES-4. */
export function greetingText(build: string): string {
  return frameText(build, { greeting: 'slipway', newest: protocol }, protocolBefore);
}

/** The protocol to answer somebody in who greeted. */
export function spokenWith({ newest }: Greeting, speaks: number): number {
  return Math.min(protocol, newest ?? speaks);
}

/** FRAMES-1. `build` is of whoever reads. A line that is no text has no words. */
export function readCall(line: string | undefined, build: string): Read<Call> {
  const value = line === undefined || isDeep(line) ? undefined : objectIn(line);
  if (value === undefined)
    return {
      ok: false,
      problem: 'This is no call: a call is one JSON object a line, in UTF-8, and not deep.',
    };
  const speaks = spokenIn(value);
  if (speaks === undefined) return { ok: false, problem: otherProtocol(value, build) };
  if (isCall(value)) return { ok: true, frame: value, speaks };
  return { ok: false, problem: `This is no call: ${problemIn(value) ?? 'it is something else'}.` };
}

export function readFrame(line: string | undefined, build: string): Read<Frame> {
  const value = line === undefined ? undefined : objectIn(line);
  const known = value !== undefined && frameKeys.some((key) => Object.hasOwn(value, key));
  const speaks = spokenIn(value ?? {});
  if (speaks === undefined) return { ok: false, problem: otherProtocol(value ?? {}, build) };
  const theirs = value?.['build'];
  return known && isFrame(value)
    ? { ok: true, frame: value, speaks, ...(isName(theirs, buildCharsMax) ? { build: theirs } : {}) }
    : { ok: false, problem: `The process that owns this home says something nobody understands. ${mend}` };
}

const frameKeys = ['greeting', 'working', 'item', 'output', 'leaving', 'wants', 'trouble'] as const;
const mend = 'Let it finish or end it, then try again; `slipway list` shows what it works on.';

/** FRAMES-1. */
function spokenIn({ protocol: theirs }: Readonly<Record<string, unknown>>): number | undefined {
  return theirs === protocol || theirs === protocolBefore ? theirs : undefined;
}

function otherProtocol(value: Readonly<Record<string, unknown>>, build: string): string {
  const theirs = isName(value['build'], buildCharsMax) ? ` (${value['build']})` : '';
  return `The two processes are of different versions of Slipway: one speaks the protocols ${protocolBefore} and ${protocol} (${build}), the other ${protocolIn(value)}${theirs}. ${mend}`;
}

/** FRAMES-3. It may be anything, of any size and depth. */
function protocolIn({ protocol: theirs = 'none' }: Readonly<Record<string, unknown>>): string {
  if (typeof theirs === 'number') return String(theirs);
  return isName(theirs, buildCharsMax) ? JSON.stringify(theirs) : 'one that has no name';
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(line);
  return isRecord(value) ? value : undefined;
}

/** No frame is half as deep. Whoever walks a value that is a million deep has no room left to say so. */
const depthMax = 64;
const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

export function isDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) isText = !isText;
    else if (isText) at += code === backslash ? 1 : 0;
    else if (code === openList || code === openObject) depth += 1;
    else if (code === closeList || code === closeObject) depth -= 1;
    if (depth > depthMax) return true;
  }
  return false;
}

export const idCharsMax = 128;
/** The digest of a gate is made of hashes, one for each repository among them, or of paths. */
export const seenCharsMax = 8_192;
const whoCharsMax = 200;
const buildCharsMax = 64;
const callKeys = ['protocol', 'build', 'id', 'by', 'verb', 'input', 'seen', 'again', 'given'];
const variablesMax = 512;
const byKeys = ['who', 'authenticated', 'channel'];

/**
 * FRAMES-2. Whoever can connect is the user the operating system let into the folder of the socket: nobody who comes this way can be
 * known in another way, so nobody may say so. They sit at a command line, or say that they lend it to a program, which may do less
 * than they.
 */
const knownBy = { authenticated: 'os', channels: ['cli', 'mcp'] };

/** FRAMES-2. */
function problemIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const { id, verb, by, seen, again, given } = value;
  const unknown = Object.keys(value).find((key) => !callKeys.includes(key));
  if (unknown !== undefined) return `nobody knows the key ${JSON.stringify(unknown.slice(0, idCharsMax))}`;
  if (!isName(id, idCharsMax)) return `it needs an id of 1 to ${idCharsMax} characters`;
  if (!isName(verb, idCharsMax)) return 'it needs a verb';
  if (seen !== undefined && !isName(seen, seenCharsMax)) return '`seen` is the digest of what was looked at';
  if (again !== undefined && again !== true) return '`again` is true, or is not there';
  if (given !== undefined && !isGiven(given)) return '`given` has the names and values of some variables';
  return isRecord(by) ? problemWith(by) : `it needs to say who asks (${byKeys.join(', ')})`;
}

function problemWith(by: Readonly<Record<string, unknown>>): string | undefined {
  if (Object.keys(by).some((key) => !byKeys.includes(key))) return `who asks has ${byKeys.join(', ')} alone`;
  if (!isName(by['who'], whoCharsMax))
    return `who asks has a name of 1 to ${whoCharsMax} printable characters`;
  const { authenticated, channels } = knownBy;
  return by['authenticated'] === authenticated && channels.some((channel) => channel === by['channel'])
    ? undefined
    : `who asks here is known by the operating system ('${authenticated}') and comes through ${channels.join(', ')}`;
}

function isGiven(given: unknown): given is Given {
  if (!isRecord(given) || !isRecord(given['values']) || !isNames(given['names'])) return false;
  const values = Object.entries(given['values']);
  return values.length <= variablesMax && values.every(([name, value]) => isText(name) && isText(value));
}

function isNames(names: unknown): names is readonly string[] {
  return (
    Array.isArray(names) && names.length <= variablesMax && names.every((name) => isName(name, idCharsMax))
  );
}

/** What an environment can hold. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

/**
 * What a call is known by: printable, and not nothing but space. Controls, halves of characters and what nobody has assigned are in no
 * name; a control character would reach the names that Slipway keeps for itself.
 */
export function isName(value: unknown, charsMax: number): value is string {
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= charsMax && !/\p{C}/u.test(value)
  );
}

function isCall(value: object): value is Call {
  return problemIn({ ...value }) === undefined;
}

function isFrame(value: object): value is Frame {
  const { trouble, wants, newest }: Readonly<Record<string, unknown>> = { ...value };
  if (newest !== undefined && typeof newest !== 'number') return false;
  if (wants !== undefined) return isNames(wants);
  return (
    trouble === undefined ||
    (isRecord(trouble) && typeof trouble['message'] === 'string' && typeof trouble['exit'] === 'string')
  );
}
