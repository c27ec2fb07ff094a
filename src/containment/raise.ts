// The one thing to do that raises the level, from what the machine says of itself. Pure: texts in, a sentence or command out.

const installers: readonly (readonly [RegExp, string])[] = [
  [/\b(debian|ubuntu)\b/, 'sudo apt install bubblewrap'],
  [/\b(fedora|rhel|centos)\b/, 'sudo dnf install bubblewrap'],
  [/\barch\b/, 'sudo pacman -S bubblewrap'],
  [/\bsuse\b/, 'sudo zypper install bubblewrap'],
  [/\balpine\b/, 'sudo apk add bubblewrap coreutils'],
  [/\bnixos\b/, 'nix profile install nixpkgs#bubblewrap'],
];

/** `release` is the text of os-release. */
export function raiseByInstalling(release: string | undefined): string {
  const names = (release ?? '')
    .split('\n')
    .filter((line) => /^ID(_LIKE)?=/.test(line))
    .join(' ')
    .toLowerCase();
  return installers.find(([name]) => name.test(names))?.[1] ?? 'install the package bubblewrap';
}

const switches: readonly { readonly file: string; readonly off: string; readonly command: string }[] = [
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    off: '1',
    command: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    off: '0',
    command: 'sudo sysctl -w kernel.unprivileged_userns_clone=1',
  },
  {
    file: '/proc/sys/user/max_user_namespaces',
    off: '0',
    command: 'sudo sysctl -w user.max_user_namespaces=15000',
  },
];

/** What keeps bubblewrap from making namespaces; in a container that is mostly the container itself. */
export function raiseNamespaces(read: (file: string) => string | undefined): string {
  const found = switches.find(({ file, off }) => read(file)?.trim() === off);
  return (
    found?.command ??
    'let this user make namespaces; a container needs to be started with them allowed, for Docker: --security-opt seccomp=unconfined --security-opt systempaths=unconfined'
  );
}
