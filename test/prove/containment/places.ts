// Where a person's and a machine's secrets lie: the files that are planted, each with a value of its own. The values
// are made for every world and look like nothing any vendor issues. Owns the places, not how they are attacked.

/** The folders of a world that places are named from; `system` folders are absolute and hold one private file each. */
export type Anchor = 'user' | 'checkout' | 'slipway' | 'temporary' | 'system';

export interface FilePlace {
  readonly name: string;
  readonly anchor: Anchor;
  /** From the anchor; `NONCE` stands for the world's own. In `system`, the folder. */
  readonly file: string;
  /** One line holds the whole value. */
  readonly text: (value: string) => string;
}

const plain = (value: string): string => `${value}\n`;
const user = (name: string, file: string, text = plain): FilePlace => ({ name, anchor: 'user', file, text });
const slipway = (name: string, file: string, text = plain): FilePlace => ({
  name,
  anchor: 'slipway',
  file,
  text,
});
const json = (key: string) => (value: string) => `${JSON.stringify({ [key]: value })}\n`;

export const filePlaces: readonly FilePlace[] = [
  user('the ssh key', '.ssh/id_ed25519', (value) => `key begins\n${value}\nkey ends\n`),
  user('the aws credentials', '.aws/credentials', (value) => `[default]\nsecret = ${value}\n`),
  user('the netrc', '.netrc', (value) => `machine forge.invalid login me password ${value}\n`),
  user('the npm configuration', '.npmrc', (value) => `//registry.invalid/:_authToken=${value}\n`),
  user('the stored git credentials', '.git-credentials', (value) => `https://me:${value}@forge.invalid\n`),
  user('the forge command line', '.config/gh/hosts.yml', (value) => `forge.invalid:\n  token: ${value}\n`),
  user('the docker login', '.docker/config.json', json('auth')),
  user('the cluster configuration', '.kube/config', (value) => `users:\n- token: ${value}\n`),
  user('the gpg key', '.gnupg/private-keys-v1.d/a.key', plain),
  user('the shell history', '.bash_history', (value) => `ls\nexport PASSWORD=${value}\n`),
  user('the node history', '.node_repl_history', (value) => `login('${value}')\n`),
  user('the cloud login', '.config/gcloud/application_default_credentials.json', json('refresh')),
  user('the azure profile', '.azure/accessTokens.json', json('accessToken')),
  user('the python index login', '.pypirc', (value) => `[pypi]\npassword = ${value}\n`),
  user('the cargo login', '.cargo/credentials.toml', (value) => `[registry]\ntoken = "${value}"\n`),
  user('the database password', '.pgpass', (value) => `localhost:5432:db:me:${value}\n`),
  user('the vault token', '.vault-token', plain),
  user('the terraform login', '.terraform.d/credentials.tfrc.json', json('token')),
  user('the desktop keyring', '.local/share/keyrings/login.keyring', plain),
  user('the browser logins', '.mozilla/firefox/me.default/logins.json', json('password')),
  user('the login of Claude', '.claude/.credentials.json', json('refreshToken')),
  user('the login of Codex', '.codex/auth.json', json('refresh_token')),
  user('the login of opencode', '.local/share/opencode/auth.json', json('key')),
  user('a memory dump', 'core.4711', (value) => `dump\0${value}\0\n`),
  user('a note of the user', 'Documents/notes.txt', plain),
  { name: 'the ignored env file', anchor: 'checkout', file: '.env', text: (value) => `API_KEY=${value}\n` },
  slipway('the workspace of another run', 'workspaces/w-other-NONCE/notes.txt'),
  slipway('a blob of another run', 'blobs/zz/other-NONCE'),
  slipway('the artifacts of another run', 'runs/r-other-NONCE/ticket.json', json('body')),
  slipway('a login kept by Slipway', 'logins/claude-NONCE/.credentials.json', json('refreshToken')),
  slipway('a session of another agent', 'sessions/codex-NONCE/session.json', json('text')),
  slipway('the receipts', 'receipts-NONCE.json', json('receipt')),
  { name: 'a file in the temporary folder', anchor: 'temporary', file: 'canary-NONCE', text: plain },
  { name: 'a file in /var/tmp', anchor: 'system', file: '/var/tmp', text: plain },
  { name: 'a file in /dev/shm', anchor: 'system', file: '/dev/shm', text: plain },
  { name: 'a file in /run', anchor: 'system', file: '/run', text: plain },
  { name: 'a file in /etc', anchor: 'system', file: '/etc', text: plain },
];

/** Secrets that lie in no file of their own: see `world.ts` for how each is planted. */
export const otherPlaces = [
  'the environment',
  'the arguments of a process',
  'the environment of a process',
  'a deleted file a process holds',
  'the memory of a process',
  'the folder a process stands in',
  'an inherited descriptor',
  'the address of the remote',
  'the credential helper',
  'the stash',
  'a commit that was amended away',
] as const;

const words = (
  'amber anchor apple arrow aspen badge baker basil beacon birch bishop bottle bramble breeze bridge bucket ' +
  'candle canyon cedar cello chalk cherry cinder clover cobalt copper coral cotton crane cricket crystal dapple ' +
  'delta donkey drift ember fable falcon feather fennel ferry fiddle fjord flint forest garden ginger glacier ' +
  'granite harbor hazel heron hollow indigo island ivory jasmine juniper kettle lantern lemon linen lobster'
).split(' ');

/** Six words behind the nonce: nothing a filter would take for a secret, and nothing that stands anywhere by chance. */
export function madeUp(nonce: string, bytes: Uint8Array): string {
  const chosen = Array.from(bytes, (byte) => words[byte % words.length]);
  return [nonce, ...chosen].join('-');
}
