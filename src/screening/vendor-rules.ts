// Tokens that their makers made recognisable, one row a format. Lengths are lower limits: a vendor that makes its
// tokens longer is still caught. Where a prefix is also a word, what follows must look like a token.

import { hasLettersAndDigit, looksRandom } from './randomness.ts';
import { assigned, atWordStart } from './rule-parts.ts';
import type { Rule } from './rule-parts.ts';

const optionalQuote = String.raw`\\{0,3}["'\x60]?`;
const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';

const hosting: readonly Rule[] = [
  token('github-token', String.raw`gh[pousr]_[A-Za-z0-9_]{20,}`),
  token('github-token', String.raw`github_pat_[A-Za-z0-9_]{20,}`),
  token(
    'gitlab-token',
    String.raw`gl(?:pat|ptt|oas|soat|cbt|imt|agent|feat|ffct|wt|rt|dt|ft)-[A-Za-z0-9_.-]{16,}`,
    hasLettersAndDigit,
  ),
  token('gitlab-token', String.raw`glpat-[A-Za-z0-9_.-]{16,}`),
  word('gitlab-token', 'GR1348941', '[A-Za-z0-9_-]{20,}'),
  word('atlassian-token', 'AT(?:ATT|CTT|STT)3', '[A-Za-z0-9_=-]{30,}'),
  word('bitbucket-token', 'ATBB', '[A-Za-z0-9]{28,}', hasLettersAndDigit),
  word('linear-key', 'lin_(?:api|oauth)_', '[A-Za-z0-9_]{32,}'),
  word('notion-token', 'ntn_', '[A-Za-z0-9]{40,}'),
  word('notion-token', 'secret_', '[A-Za-z0-9]{43}(?![A-Za-z0-9])'),
  word('figma-token', 'fig(?:d|o|or|u|ur)_', '[A-Za-z0-9_-]{36,}'),
  word('airtable-token', 'pat', String.raw`[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
  word('postman-key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{30,}'),
];

const chat: readonly Rule[] = [
  token('slack-token', String.raw`xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}`),
  token('slack-token', String.raw`xapp-\d-[A-Za-z0-9-]{10,}`),
  {
    id: 'slack-webhook',
    action: 'redact',
    pattern: String.raw`hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/_+-]{8,})`,
    ignoreCase: true,
  },
  {
    id: 'discord-webhook',
    action: 'redact',
    pattern: String.raw`discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/(?<secret>\d{10,}/[A-Za-z0-9_-]{20,})`,
    ignoreCase: true,
  },
  {
    id: 'teams-webhook',
    action: 'redact',
    pattern: String.raw`webhook\.office\.com/webhookb2/(?<secret>[A-Za-z0-9@/-]{40,})`,
    ignoreCase: true,
  },
  word(
    'discord-token',
    '[MNO]',
    String.raw`[A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}`,
    hasLettersAndDigit,
  ),
  token(
    'telegram-token',
    String.raw`(?<!\d)\d{6,12}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])`,
    (secret) => /[a-z]/.test(secret) && /[A-Z]/.test(secret),
  ),
  word('twilio-key', 'SK', '[0-9a-f]{32}(?![0-9A-Za-z])'),
  named('twilio-key', String.raw`twilio[\w.-]{0,24}`, '[0-9a-f]{32}(?![0-9a-f])'),
  word('sendgrid-key', String.raw`SG\.`, String.raw`[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}`),
  word('mailgun-key', 'key-', '[0-9a-f]{32}(?![0-9a-f])'),
  word('mailgun-key', '[0-9a-f]', '[0-9a-f]{31}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-f-])'),
  word('mailchimp-key', '[0-9a-f]', String.raw`[0-9a-f]{31}-us\d{1,2}(?![0-9A-Za-z])`),
];

const packages: readonly Rule[] = [
  token('npm-token', String.raw`npm_[A-Za-z0-9]{30,}`),
  word('pypi-token', 'pypi-AgE', '[A-Za-z0-9_-]{40,}'),
  word('rubygems-key', 'rubygems_', '[0-9a-f]{40,}'),
  word('crates-token', 'cio', '[A-Za-z0-9]{32}(?![A-Za-z0-9])', looksRandom),
  word('nuget-key', 'oy2', '[a-z0-9]{43}(?![a-z0-9])', hasLettersAndDigit),
  word('docker-token', 'dckr_', '[a-z]{2,4}_[A-Za-z0-9_-]{24,}'),
  word('artifactory-key', 'AKCp', '[A-Za-z0-9]{60,}'),
];

const payments: readonly Rule[] = [
  token('stripe-key', String.raw`(?:[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})`),
  word('square-token', 'sq0', '[a-z]{3}-[A-Za-z0-9_-]{22,}'),
  word('square-token', 'EAAA', '[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-])', looksRandom),
  word('shopify-token', 'shp(?:at|ca|pa|ss)_', '[A-Za-z0-9]{32,}'),
];

const models: readonly Rule[] = [
  token('anthropic-key', String.raw`sk-ant-[A-Za-z0-9_-]{10,}`),
  word('openrouter-key', 'sk-or-v1-', '[0-9a-f]{32,}'),
  word('openai-key', 'sk-', '(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}|[A-Za-z0-9]{20,})'),
  word('huggingface-token', 'hf_', '[A-Za-z0-9]{30,}'),
  word('replicate-token', 'r8_', '[A-Za-z0-9]{37,}'),
  word('groq-key', 'gsk_', '[A-Za-z0-9]{40,}'),
  word('xai-key', 'xai-', '[A-Za-z0-9]{60,}'),
  word('perplexity-key', 'pplx-', '[A-Za-z0-9]{40,}'),
];

const clouds: readonly Rule[] = [
  token(
    'google-key',
    String.raw`(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_.-]{20,})`,
  ),
  word('aws-access-key-id', '(?:AKIA|ASIA|ABIA|ACCA)', '[A-Z0-9]{16}(?![A-Z0-9])'),
  token('aws-access-key-id', '(?<=[a-z_])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])', hasLettersAndDigit),
  named('aws-secret-key', String.raw`(?:aws|secret)[\w.-]{0,24}`, '[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])'),
  named('aws-session-token', String.raw`session[_-]?token`, '[A-Za-z0-9/+]{80,}={0,2}'),
  named('azure-key', String.raw`(?:AccountKey|SharedAccessKey|AccessKey)`, '[A-Za-z0-9+/]{40,}={0,2}'),
  {
    id: 'azure-sas',
    action: 'redact',
    pattern: String.raw`[?&;]sig=(?<secret>[A-Za-z0-9%+/]{40,}={0,2})`,
    ignoreCase: true,
  },
  token(
    'azure-client-secret',
    String.raw`(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])`,
  ),
  word('alibaba-key', 'LTAI', '[A-Za-z0-9]{16,24}(?![A-Za-z0-9])', hasLettersAndDigit),
  word('digitalocean-token', 'do[opr]_v1_', '[0-9a-f]{64}'),
  word('heroku-key', 'HRKU-', String.raw`(?:AA[A-Za-z0-9_-]{50,}|${uuid})`),
  named('heroku-key', String.raw`heroku[\w.-]{0,24}`, uuid),
  word('cloudflare-key', String.raw`v1\.0-`, '[0-9a-f]{24}-[0-9a-f]{100,}'),
  token('cloudflare-key', String.raw`cf(?:ut|at|k)_[A-Za-z0-9_-]{32,}`, hasLettersAndDigit),
  named(
    'cloudflare-key',
    String.raw`(?:cloudflare|cf)[_-][\w.-]{0,24}(?:key|token)`,
    '[A-Za-z0-9_-]{37,40}(?![A-Za-z0-9_-])',
  ),
  word('vercel-token', 'vc[aikpr]_', '[A-Za-z0-9]{20,}'),
  word('netlify-token', 'nf', '[a-z]_[A-Za-z0-9]{36,}', hasLettersAndDigit),
  word('fly-token', String.raw`fm\d`, '[a-z]?_[A-Za-z0-9+/=,_-]{60,}'),
  word('supabase-key', 'sbp_', '[0-9a-f]{40}'),
  word('supabase-key', 'sb_secret_', '[A-Za-z0-9_-]{20,}'),
  word('planetscale-token', 'pscale_', '[a-z]{2,5}_[A-Za-z0-9_.=-]{30,}'),
];

const operations: readonly Rule[] = [
  word('vault-token', String.raw`hv[sbr]\.`, '[A-Za-z0-9_-]{24,}'),
  word('terraform-token', '[A-Za-z0-9]', String.raw`[A-Za-z0-9]{13}\.atlasv1\.[A-Za-z0-9_=-]{60,}`),
  word('pulumi-token', 'pul-', '[0-9a-f]{40}(?![0-9a-f])'),
  word('doppler-token', String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`, '[A-Za-z0-9_.-]{40,}'),
  word('tailscale-key', 'tskey-', '[a-z]{2,12}-[A-Za-z0-9_-]{16,}', hasLettersAndDigit),
  word('grafana-token', 'glsa_', '[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}'),
  word('grafana-token', 'glc_', '[A-Za-z0-9+/]{32,}={0,2}'),
  word('sentry-token', 'sntry[su]_', '[A-Za-z0-9+/=_-]{40,}'),
  word('newrelic-key', 'NR(?:AK|II|AA|JS|BR|SP|IQ|MA)-', '[A-Za-z0-9-]{19,}', hasLettersAndDigit),
  named(
    'datadog-key',
    String.raw`(?:datadog|dd)[_-]?(?:api|app|application)[_-]?key`,
    '[0-9a-f]{32,40}(?![0-9a-f])',
  ),
  word('databricks-token', 'dapi', String.raw`[0-9a-f]{32}(?:-\d)?(?![0-9a-f])`),
  word('buildkite-token', 'bk(?:ua|at|ct|aj)_', '[A-Za-z0-9]{32,}'),
  word('circleci-token', 'CCI(?:PAT|PRJ)_', '[A-Za-z0-9]{16,64}_[0-9a-f]{40}'),
  word('onepassword-token', 'ops_ey', '[A-Za-z0-9+/=_-]{80,}'),
  word(
    'onepassword-key',
    'A3-',
    '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![A-Z0-9-])',
  ),
];

export const vendorRules: readonly Rule[] = [
  ...hosting,
  ...chat,
  ...packages,
  ...payments,
  ...models,
  ...clouds,
  ...operations,
];

function token(id: string, pattern: string, when?: Rule['when']): Rule {
  return { id, action: 'redact', pattern, ...(when === undefined ? {} : { when }) };
}

/** A token whose prefix may also stand within another word. */
function word(id: string, prefix: string, rest: string, when?: Rule['when']): Rule {
  return token(id, atWordStart(prefix) + rest, when);
}

/** A value that only its name gives away. */
function named(id: string, name: string, value: string): Rule {
  const pattern = `${name}${assigned}${optionalQuote}(?<secret>${value})`;
  return { id, action: 'redact', pattern, ignoreCase: true };
}
