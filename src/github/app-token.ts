// A GitHub App: proves who it is with a short note signed by its private key, and is given a token of its installation for an
// hour. The token is renewed before it ends, by whoever needs it first; everybody else waits for that one.

import { createPrivateKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../plain/json.ts';
import type { Hub, Slug } from './address.ts';
import { slugText } from './address.ts';
import type { GitHubAnswered } from './answer.ts';
import { answered, refusal } from './answer.ts';
import type { Bearer } from './credentials.ts';
import { exchange } from './exchange.ts';
import { apiHeaders } from './headers.ts';
import { garbledAnswer, refusalOf, silenceOf } from './sentences.ts';

export interface AppCredentials {
  readonly bearer: () => Promise<GitHubAnswered<Bearer>>;
}

interface AppNeeds {
  readonly appId: string;
  readonly key: string;
  readonly installation: string | undefined;
  readonly hub: Hub;
  readonly slug: Slug;
  readonly now: () => number;
  readonly learn: (secrets: readonly string[]) => void;
}

/** GitHub refuses a note for longer than ten minutes, and one from the future; clocks differ. */
const noteSecondsMax = 540;
const noteSecondsBack = 60;
const renewedMsBefore = 5 * 60_000;
/** Further off than an answer takes to come. */
const clockMsMax = 30_000;
const timeMs = 20_000;
const bytesMax = 1_048_576;

const Installation = z.object({ id: z.number() });
const Token = z.object({
  token: z.string().min(1),
  expires_at: z.string(),
  permissions: z.record(z.string(), z.string()).optional(),
});

export function createAppCredentials(given: AppNeeds): GitHubAnswered<AppCredentials> {
  if (!/^[A-Za-z0-9.]+$/.test(given.appId)) {
    return refusal(
      'unknown-caller',
      'SLIPWAY_GITHUB_APP_ID is not the id of an App: it is a number, or begins with Iv.',
    );
  }
  const key = keyIn(given.key);
  if (key === undefined) {
    return refusal(
      'unknown-caller',
      "What SLIPWAY_GITHUB_APP_KEY names is no private key. Name the .pem file that GitHub gave you on the App's page.",
    );
  }
  const needs = withTheirClock(given);
  let known: { readonly bearer: Bearer; readonly until: number } | undefined;
  let asking: Promise<GitHubAnswered<Bearer>> | undefined;
  const renew = async (): Promise<GitHubAnswered<Bearer>> => {
    const token = await tokenOf(needs, key);
    if (!token.ok) return token;
    needs.learn([token.value.token]);
    const source = `the App ${needs.appId}`;
    const { permissions } = token.value;
    const given = permissions === undefined ? {} : { permissions };
    const bearer: Bearer = { token: token.value.token, kind: 'app', source, ...given };
    const ends = Date.parse(token.value.expires_at);
    known = { bearer, until: Number.isNaN(ends) ? needs.now() + renewedMsBefore : ends - renewedMsBefore };
    return answered(bearer);
  };
  return answered({
    bearer: async () => {
      if (known !== undefined && needs.now() < known.until) return answered(known.bearer);
      asking ??= renew().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  });
}

interface TimedNeeds extends AppNeeds {
  /** What GitHub's clock says, from an answer of theirs. */
  readonly heard: (theirs: number) => void;
}

/** A note from the future is refused, and so is one of the past, as if the key were wrong: their clock counts, not ours. */
function withTheirClock(needs: AppNeeds): TimedNeeds {
  let aheadMs = 0;
  return {
    ...needs,
    now: () => needs.now() + aheadMs,
    heard: (theirs) => {
      aheadMs = theirs - needs.now();
    },
  };
}

function keyIn(text: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(text);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** A key that is refused is tried once more where our clock was wrong by then. */
async function tokenOf(needs: TimedNeeds, key: KeyObject): Promise<GitHubAnswered<z.infer<typeof Token>>> {
  const before = needs.now();
  const token = await tokenNow(needs, key);
  const isOurClock = Math.abs(needs.now() - before) > clockMsMax;
  return !token.ok && token.why === 'unknown-caller' && isOurClock ? tokenNow(needs, key) : token;
}

async function tokenNow(needs: TimedNeeds, key: KeyObject): Promise<GitHubAnswered<z.infer<typeof Token>>> {
  const note = signedNote(needs.appId, key, needs.now());
  const installation = await installationOf(needs, note);
  if (!installation.ok) return installation;
  return ask(
    needs,
    note,
    { method: 'POST', path: `/app/installations/${installation.value}/access_tokens` },
    Token,
  );
}

async function installationOf(needs: TimedNeeds, note: string): Promise<GitHubAnswered<number>> {
  const named = needs.installation ?? '';
  if (/^\d+$/.test(named)) return answered(Number(named));
  const { owner, name } = needs.slug;
  const found = await ask(
    needs,
    note,
    { method: 'GET', path: `/repos/${owner}/${name}/installation` },
    Installation,
  );
  if (found.ok) return answered(found.value.id);
  return found.why === 'absent'
    ? refusal(
        'unknown-caller',
        `The App ${needs.appId} is not installed on ${slugText(needs.slug)}. Install it there, on the App's page, then go on.`,
      )
    : found;
}

/** Asking for a token twice makes two of them, and each ends by itself: it is no write that could do harm. */
async function ask<T>(
  { hub, appId, now, heard }: TimedNeeds,
  note: string,
  { method, path }: { readonly method: 'GET' | 'POST'; readonly path: string },
  shape: z.ZodType<T>,
): Promise<GitHubAnswered<T>> {
  const asked = { method, path, host: hub.host, source: `the key of the App ${appId}` };
  const headers = apiHeaders(note);
  const got = await exchange({ method, url: `${hub.rest}${path}`, headers, timeMs, bytesMax });
  if (!got.ok) return silenceOf({ ...asked, method: 'GET' }, got);
  const theirs = Date.parse(got.headers.get('date') ?? '');
  if (got.status === 401 && !Number.isNaN(theirs)) heard(theirs);
  if (got.status < 200 || got.status >= 300) return refusalOf({ ...asked, method: 'GET' }, got, now());
  const parsed = shape.safeParse(parseJson(got.text));
  return parsed.success ? answered(parsed.data) : garbledAnswer({ ...asked, method: 'GET' }, got, '');
}

/** A JSON Web Token, RS256. */
function signedNote(appId: string, key: KeyObject, now: number): string {
  const seconds = Math.floor(now / 1000);
  const claims = { iat: seconds - noteSecondsBack, exp: seconds + noteSecondsMax, iss: appId };
  const body = [{ alg: 'RS256', typ: 'JWT' }, claims].map(encoded).join('.');
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), key).toString('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
