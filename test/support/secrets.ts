// Kinds of secrets, each with a maker of examples. They are put together at run time from parts and random characters,
// so that no file of this repository holds anything that a scanner of anybody's could take for a secret.

import { createHash } from 'node:crypto';

export interface Secret {
  /** As it would stand in a text. */
  readonly text: string;
  /** What must not be found anywhere afterwards. */
  readonly values: readonly string[];
}

export interface SecretKind {
  readonly name: string;
  /** The rules of which at least one must name it. */
  readonly rules: readonly string[];
  readonly action: 'redact' | 'block';
  readonly make: (draw: Draw) => Secret;
}

/** Characters drawn at random, the same for the same seed. */
export interface Draw {
  readonly letters: (chars: number) => string;
  readonly capitals: (chars: number) => string;
  readonly hex: (chars: number) => string;
  readonly digits: (chars: number) => string;
  readonly base64: (chars: number) => string;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digit = '0123456789';
const alphabets = {
  letters: lower + lower.toUpperCase() + digit,
  capitals: lower.toUpperCase() + digit,
  hex: 'abcdef0123456789',
  digits: digit,
  base64: `${lower}${lower.toUpperCase()}${digit}+/`,
};

export function drawFrom(seed: string): Draw {
  let bytes: readonly number[] = [];
  let blocks = 0;
  const next = (): number => {
    if (bytes.length === 0) {
      bytes = [...createHash('sha256').update(`${seed}/${blocks}`).digest()];
      blocks += 1;
    }
    const [first = 0, ...rest] = bytes;
    bytes = rest;
    return first;
  };
  const of =
    (alphabet: string) =>
    (chars: number): string => {
      const drawn = Array.from({ length: chars }, () => alphabet.charAt(next() % alphabet.length));
      return varied(drawn, alphabet).join('');
    };
  return {
    letters: of(alphabets.letters),
    capitals: of(alphabets.capitals),
    hex: of(alphabets.hex),
    digits: of(alphabets.digits),
    base64: of(alphabets.base64),
  };
}

/** Real tokens of this length hardly ever lack a letter, a capital or a digit; ours never do. */
function varied(drawn: readonly string[], alphabet: string): readonly string[] {
  if (drawn.length < 8) return drawn;
  const sure = ['k', 'T', '7', 'd', 'Q', '3'].filter((one) => alphabet.includes(one));
  return drawn.map((one, index) => (index % 5 === 2 ? (sure[((index - 2) / 5) % sure.length] ?? one) : one));
}

/** A token that stands for itself. */
function bare(name: string, rule: string, make: (draw: Draw) => readonly string[]): SecretKind {
  return kind(name, [rule], 'redact', (draw) => {
    const value = make(draw).join('');
    return { text: value, values: [value] };
  });
}

/** A value that its surroundings give away. */
function within(
  name: string,
  rule: string,
  make: (draw: Draw) => readonly [before: string, value: string, after?: string],
): SecretKind {
  return kind(name, [rule], 'redact', (draw) => {
    const [before, value, after = ''] = make(draw);
    return { text: `${before}${value}${after}`, values: [value] };
  });
}

function kind(
  name: string,
  rules: readonly string[],
  action: SecretKind['action'],
  make: SecretKind['make'],
): SecretKind {
  return { name, rules, action, make };
}

/** Armour around lines of key material. */
function armour(label: string, material: readonly string[], headers: readonly string[] = []): Secret {
  const dashes = '-'.repeat(5);
  const lines = [
    `${dashes}BEGIN ${label}${dashes}`,
    ...headers,
    ...material,
    `${dashes}END ${label}${dashes}`,
  ];
  return { text: lines.join('\n'), values: material };
}

function privateKey(name: string, label: string, headers: readonly string[] = []): SecretKind {
  return kind(name, ['private-key'], 'block', (draw) =>
    armour([...label.split(' '), 'PRIVATE', 'KEY'].join(' ').trim(), keyLines(draw), headers),
  );
}

function keyLines(draw: Draw): readonly string[] {
  return [`MII${draw.base64(61)}`, draw.base64(64), `${draw.base64(42)}==`];
}

const hosting: readonly SecretKind[] = [
  ...['p', 'o', 'u', 's', 'r'].map((one) =>
    bare(`github gh${one}`, 'github-token', (draw) => ['gh', one, '_', draw.letters(36)]),
  ),
  bare('github fine-grained', 'github-token', (draw) => [
    'github',
    '_pat_',
    draw.letters(22),
    '_',
    draw.letters(59),
  ]),
  ...['glpat', 'gldt', 'glrt', 'glcbt', 'glptt', 'glsoat'].map((one) =>
    bare(`gitlab ${one}`, 'gitlab-token', (draw) => [one, '-', draw.letters(20)]),
  ),
  bare('atlassian', 'atlassian-token', (draw) => ['ATA', 'TT3x', draw.letters(180), '=', draw.capitals(8)]),
  bare('bitbucket', 'bitbucket-token', (draw) => ['AT', 'BB', draw.letters(32)]),
  bare('linear', 'linear-key', (draw) => ['lin', '_api_', draw.letters(40)]),
  bare('notion', 'notion-token', (draw) => ['nt', 'n_', draw.digits(11), draw.letters(35)]),
  bare('figma', 'figma-token', (draw) => ['fi', 'gd_', draw.letters(40)]),
  bare('airtable', 'airtable-token', (draw) => ['pa', 't', draw.letters(14), '.', draw.hex(64)]),
  bare('postman', 'postman-key', (draw) => ['PM', 'AK-', draw.hex(24), '-', draw.hex(34)]),
];

const chat: readonly SecretKind[] = [
  ...['a', 'b', 'p', 'r', 's'].map((one) =>
    bare(`slack xox${one}`, 'slack-token', (draw) => [
      'xo',
      'x',
      one,
      '-',
      draw.digits(12),
      '-',
      draw.letters(24),
    ]),
  ),
  bare('slack app', 'slack-token', (draw) => ['xa', 'pp-1-', draw.capitals(11), '-', draw.hex(64)]),
  within('slack webhook', 'slack-webhook', (draw) => [
    'https://hooks.slack.com/services/',
    `T${draw.capitals(8)}/B${draw.capitals(8)}/${draw.letters(24)}`,
  ]),
  within('discord webhook', 'discord-webhook', (draw) => [
    'https://discord.com/api/webhooks/',
    `${draw.digits(18)}/${draw.letters(68)}`,
  ]),
  bare('discord bot', 'discord-token', (draw) => [
    'M',
    draw.letters(25),
    '.',
    draw.letters(6),
    '.',
    draw.letters(38),
  ]),
  bare('telegram bot', 'telegram-token', (draw) => ['7', draw.digits(9), ':', 'AA', draw.letters(33)]),
  bare('twilio key', 'twilio-key', (draw) => ['S', 'K', draw.hex(32)]),
  within('twilio auth token', 'twilio-key', (draw) => ['TWILIO_AUTH_TOKEN=', draw.hex(32)]),
  bare('sendgrid', 'sendgrid-key', (draw) => ['S', 'G.', draw.letters(22), '.', draw.letters(43)]),
  bare('mailgun', 'mailgun-key', (draw) => ['ke', 'y-', draw.hex(32)]),
  bare('mailchimp', 'mailchimp-key', (draw) => [draw.hex(32), '-us', '21']),
];

const packages: readonly SecretKind[] = [
  bare('npm', 'npm-token', (draw) => ['np', 'm_', draw.letters(36)]),
  within('npmrc', 'npmrc-token', (draw) => ['//registry.example/:_authToken=', draw.letters(36)]),
  bare('pypi', 'pypi-token', (draw) => ['py', 'pi-AgE', 'IcHlwaS5vcmc', draw.letters(120)]),
  bare('rubygems', 'rubygems-key', (draw) => ['ruby', 'gems_', draw.hex(48)]),
  bare('crates.io', 'crates-token', (draw) => ['ci', 'o', draw.letters(32)]),
  bare('nuget', 'nuget-key', (draw) => ['oy', '2', draw.hex(43)]),
  bare('docker hub', 'docker-token', (draw) => ['dc', 'kr_pat_', draw.letters(27)]),
  bare('artifactory', 'artifactory-key', (draw) => ['AK', 'Cp', draw.letters(69)]),
];

const payments: readonly SecretKind[] = [
  bare('stripe secret', 'stripe-key', (draw) => ['s', 'k_live_', draw.letters(24)]),
  bare('stripe restricted', 'stripe-key', (draw) => ['r', 'k_live_', draw.letters(24)]),
  bare('webhook secret', 'stripe-key', (draw) => ['wh', 'sec_', draw.letters(32)]),
  bare('square', 'square-token', (draw) => ['sq0', 'atp-', draw.letters(22)]),
  ...['at', 'ca', 'pa', 'ss'].map((one) =>
    bare(`shopify shp${one}`, 'shopify-token', (draw) => ['sh', 'p', one, '_', draw.hex(32)]),
  ),
];

const models: readonly SecretKind[] = [
  bare('openai', 'openai-key', (draw) => ['s', 'k-', draw.letters(20), 'T3Blbk', 'FJ', draw.letters(20)]),
  bare('openai project', 'openai-key', (draw) => ['s', 'k-proj-', draw.letters(64), '_', draw.letters(64)]),
  bare('anthropic', 'anthropic-key', (draw) => ['sk', '-ant-', 'api03-', draw.letters(93), 'AA']),
  bare('openrouter', 'openrouter-key', (draw) => ['sk', '-or-v1-', draw.hex(64)]),
  bare('hugging face', 'huggingface-token', (draw) => ['h', 'f_', draw.letters(34).replaceAll(/\d/g, 'w')]),
  bare('replicate', 'replicate-token', (draw) => ['r', '8_', draw.letters(37)]),
  bare('groq', 'groq-key', (draw) => ['gs', 'k_', draw.letters(52)]),
];

const clouds: readonly SecretKind[] = [
  bare('aws access key id', 'aws-access-key-id', (draw) => ['AK', 'IA', draw.capitals(16)]),
  within('aws secret key', 'aws-secret-key', (draw) => ['aws_secret_access_key = ', draw.base64(40)]),
  within('aws session token', 'aws-session-token', (draw) => ['aws_session_token=', draw.base64(300)]),
  bare('google api key', 'google-key', (draw) => ['AI', 'za', draw.letters(35)]),
  within('azure storage key', 'azure-key', (draw) => [
    'AccountName=store;AccountKey=',
    `${draw.base64(86)}==`,
    ';EndpointSuffix=core.windows.net',
  ]),
  within('azure sas', 'azure-sas', (draw) => [
    'https://store.blob.core.windows.net/c?sv=2024-11-04&sig=',
    `${draw.letters(42)}%3D`,
  ]),
  bare('azure client secret', 'azure-client-secret', (draw) => [
    draw.letters(3),
    '8Q',
    '~',
    draw.letters(34),
  ]),
  bare('alibaba', 'alibaba-key', (draw) => ['LT', 'AI', draw.letters(20)]),
  bare('digitalocean', 'digitalocean-token', (draw) => ['do', 'p_v1_', draw.hex(64)]),
  within('heroku', 'heroku-key', (draw) => [
    'HEROKU_API_KEY=',
    [draw.hex(8), draw.hex(4), draw.hex(4), draw.hex(4), draw.hex(12)].join('-'),
  ]),
  within('cloudflare', 'cloudflare-key', (draw) => ['CLOUDFLARE_API_TOKEN: ', draw.letters(40)]),
  bare('vercel', 'vercel-token', (draw) => ['vc', 'p_', draw.letters(56)]),
  bare('netlify', 'netlify-token', (draw) => ['nf', 'p_', draw.letters(36)]),
  bare('supabase', 'supabase-key', (draw) => ['sb', 'p_', draw.hex(40)]),
  bare('planetscale', 'planetscale-token', (draw) => ['psc', 'ale_tkn_', draw.letters(43)]),
];

const operations: readonly SecretKind[] = [
  bare('hashicorp vault', 'vault-token', (draw) => ['hv', 's.', draw.letters(92)]),
  bare('terraform', 'terraform-token', (draw) => [draw.letters(14), '.atlas', 'v1.', draw.letters(67)]),
  bare('pulumi', 'pulumi-token', (draw) => ['pu', 'l-', draw.hex(40)]),
  bare('doppler', 'doppler-token', (draw) => ['dp', '.pt.', draw.letters(43)]),
  bare('tailscale', 'tailscale-key', (draw) => ['ts', 'key-auth-', draw.letters(17), '-', draw.letters(32)]),
  bare('grafana', 'grafana-token', (draw) => ['gl', 'sa_', draw.letters(32), '_', draw.hex(8)]),
  bare('sentry', 'sentry-token', (draw) => ['snt', 'ryu_', draw.hex(64)]),
  bare('new relic', 'newrelic-key', (draw) => ['NR', 'AK-', draw.capitals(27)]),
  within('datadog', 'datadog-key', (draw) => ['DD_API_KEY=', draw.hex(32)]),
  bare('databricks', 'databricks-token', (draw) => ['da', 'pi', draw.hex(32)]),
  bare('buildkite', 'buildkite-token', (draw) => ['bk', 'ua_', draw.hex(40)]),
  bare('1password service account', 'onepassword-token', (draw) => [
    'op',
    's_',
    // Of a length that leaves the closing brace to a group of its own.
    Buffer.from(JSON.stringify({ email: 'ci@example', secretKey: draw.letters(96) })).toString('base64'),
  ]),
  bare('1password secret key', 'onepassword-key', (draw) =>
    [`A3-${draw.capitals(6)}`, draw.capitals(6), ...[1, 2, 3, 4].map(() => draw.capitals(5))].map(
      (part, index) => (index === 0 ? part : `-${part}`),
    ),
  ),
];

const carriers: readonly SecretKind[] = [
  bare('jwt', 'jwt', (draw) => [
    'ey',
    'J',
    draw.letters(33),
    '.ey',
    'J',
    draw.letters(60),
    '.',
    draw.letters(43),
  ]),
  within('bearer header', 'bearer-token', (draw) => ['Authorization: Bearer ', draw.letters(24)]),
  within('basic header', 'basic-authorization', (draw) => ['Authorization: Basic ', `${draw.letters(27)}=`]),
  within('basic auth in an address', 'url-password', (draw) => [
    'https://deploy:',
    draw.letters(14),
    '@git.corp.example/x.git',
  ]),
  within('database address', 'url-password', (draw) => [
    'postgres://app:',
    draw.letters(14),
    '@db.corp.example:5432/main',
  ]),
  within('connection string', 'connection-string', (draw) => [
    'Server=db;User Id=app;Password=',
    draw.letters(14),
    ';',
  ]),
  within('password assignment', 'password-assignment', (draw) => ['password = "', draw.letters(14), '"']),
  within('secret assignment', 'secret-assignment', (draw) => ["client_secret: '", draw.letters(20), "'"]),
  within('environment variable', 'secret-assignment', (draw) => ['export DEPLOY_TOKEN=', draw.letters(18)]),
  within('option of a command', 'secret-option', (draw) => ['deploy --auth-token ', draw.letters(18)]),
  within('netrc', 'netrc-password', (draw) => [
    'machine git.corp.example login ci password ',
    draw.letters(14),
  ]),
  bare('random letters and digits', 'high-entropy', (draw) => [draw.letters(40)]),
  within('random value after a name', 'high-entropy', (draw) => ['value = "', draw.base64(28), '"']),
];

const keys: readonly SecretKind[] = [
  privateKey('pkcs8 key', ''),
  privateKey('rsa key', 'RSA', ['Proc-Type: 4,ENCRYPTED', '']),
  privateKey('ec key', 'EC'),
  privateKey('dsa key', 'DSA'),
  privateKey('encrypted key', 'ENCRYPTED'),
  privateKey('openssh key', 'OPENSSH'),
  kind('pgp key', ['pgp-private-key'], 'block', (draw) =>
    armour(['PGP', 'PRIVATE', 'KEY', 'BLOCK'].join(' '), keyLines(draw), ['Version: 1', '']),
  ),
  kind('gcp service account', ['gcp-service-account'], 'block', (draw) => {
    const { text, values } = armour(['PRIVATE', 'KEY'].join(' '), keyLines(draw));
    return { text: JSON.stringify({ type: 'service_account', private_key: text }), values };
  }),
  kind('key in base64', ['private-key'], 'block', (draw) => {
    const { text } = armour(['PRIVATE', 'KEY'].join(' '), keyLines(draw));
    const value = Buffer.from(text).toString('base64');
    return { text: `KEY_FILE: ${value}`, values: [value.slice(40, 200)] };
  }),
  kind('kubeconfig', ['kubeconfig-key'], 'block', (draw) => {
    const value = draw.base64(120);
    return { text: `    client-key-data: ${value}`, values: [value] };
  }),
  kind('age key', ['age-key'], 'block', (draw) => {
    const value = ['AGE', 'SECRET', 'KEY', `1${draw.capitals(58)}`].join('-');
    return { text: value, values: [value] };
  }),
];

export const secretKinds: readonly SecretKind[] = [
  ...hosting,
  ...chat,
  ...packages,
  ...payments,
  ...models,
  ...clouds,
  ...operations,
  ...carriers,
  ...keys,
];
