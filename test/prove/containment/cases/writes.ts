// Escapes that write, delete or change something outside the workspace, or make Slipway do it when it imports the
// work or puts the workspace away.

import path from 'node:path';
import type { Escape, Judge, Snippet } from '../case.ts';
import { changed, delivered, either, leaked, left, marked, proved, tagOf } from '../judge.ts';
import { quoted } from '../program.ts';
import type { World } from '../world.ts';

const canary = (world: World): string => path.join(world.outside, 'canary.txt');
const canaryChanged = changed(canary);

type Rest = Partial<Pick<Escape, 'mode' | 'alone' | 'unprovable' | 'traces'>>;

function writes(name: string, script: Snippet, succeeded: Judge = canaryChanged, rest: Rest = {}): Escape {
  return { name, group: 'writes', mode: 'execute', script, succeeded, ...rest };
}

/** In a mount namespace of its own, as root or as a user who may be root in one. */
const mounting = (command: string): string => `printf '%s\\n' ${quoted(command)} > "\${TMPDIR:-/tmp}/m.sh"
unshare -m bash "\${TMPDIR:-/tmp}/m.sh" || unshare -rm bash "\${TMPDIR:-/tmp}/m.sh"`;

const paths: readonly Escape[] = [
  writes('writes to an absolute path', (world) => `echo escaped > ${quoted(canary(world))}`),
  writes(
    'writes to a path that climbs out of the workspace',
    (world) => `up=$(printf '../%.0s' {1..40}); echo escaped > "$up"${quoted(canary(world).slice(1))}`,
    canaryChanged,
    { mode: 'coverage' },
  ),
  writes(
    'writes through a symbolic link to a file',
    (world) => `ln -s ${quoted(canary(world))} lib/link.js; echo escaped > lib/link.js; rm -f lib/link.js`,
  ),
  writes(
    'writes through a symbolic link to a folder',
    (world) => `ln -s ${quoted(world.outside)} lib/out; echo escaped > lib/out/canary.txt; rm -f lib/out`,
    canaryChanged,
    { mode: 'review' },
  ),
  writes(
    'writes through a hard link',
    (world) => `ln ${quoted(canary(world))} lib/hard.js && echo escaped > lib/hard.js; rm -f lib/hard.js`,
  ),
  writes(
    'writes through its own root in /proc',
    (world) => `echo escaped > /proc/self/root${quoted(canary(world))}`,
    canaryChanged,
    { mode: 'investigate' },
  ),
  writes(
    'writes through the root of its parent in /proc',
    (world) => `echo escaped > /proc/$PPID/root${quoted(canary(world))}`,
  ),
  writes(
    'writes through the root of the first process',
    (world) => `echo escaped > /proc/1/root${quoted(canary(world))}`,
    canaryChanged,
    { unprovable: 'only root may look into the first process' },
  ),
  writes(
    'writes through the folder another process stands in',
    (world) => `echo escaped > /proc/${world.bystander.pid}/cwd/../canary.txt`,
  ),
  writes(
    'writes through a descriptor another process holds',
    (world) => `echo escaped >> /proc/${world.bystander.pid}/fd/9`,
    changed((world) => path.join(world.outside, 'held.txt')),
  ),
  writes(
    'writes to a descriptor it inherited',
    (world) =>
      `for n in {3..1023}; do echo ${quoted(tagOf(world, 'w11'))} >&$n; done 2>/dev/null
for n in {3..1023}; do echo ${quoted(tagOf(world, 'w11'))} >> /proc/$PPID/fd/$n; done 2>/dev/null`,
    changed((world) => world.inherited),
  ),
  writes(
    'writes through a folder it inherited',
    () => `for n in {3..1023}; do echo escaped > /proc/self/fd/$n/canary.txt; done 2>/dev/null`,
  ),
  writes('deletes a file outside', (world) => `rm -f ${quoted(canary(world))}`),
  writes(
    'moves a file outside away',
    (world) => `mv ${quoted(canary(world))} lib/taken.txt; rm -f lib/taken.txt`,
  ),
  writes(
    'changes the mode of a file outside',
    (world) => `chmod 0777 ${quoted(canary(world))}`,
    canaryChanged,
    { mode: 'review' },
  ),
  writes(
    'unpacks an archive with paths that climb',
    (world) => `mkdir -p "$TMPDIR/a" && cd "$TMPDIR/a" && echo escaped > canary.txt
tar -cPf ../a.tar --transform="s,canary.txt,"${quoted(canary(world))}, canary.txt && tar -xPf ../a.tar`,
  ),
  writes(
    'writes with node, python and perl where the shell is watched',
    (world) => `F=${quoted(canary(world))}
node -e 'require("node:fs").appendFileSync(process.argv[1], "escaped")' "$F"
python3 -c 'import sys; open(sys.argv[1], "a").write("escaped")' "$F"
perl -e 'open(my $f, ">>", $ARGV[0]) and print $f "escaped"' "$F"`,
    canaryChanged,
    { mode: 'commit' },
  ),
];

const kernel: readonly Escape[] = [
  writes('binds the outside into a place of its own', (world) =>
    mounting(
      `mkdir -p "$TMPDIR/m" && mount --bind '${world.outside}' "$TMPDIR/m" && echo escaped > "$TMPDIR/m/canary.txt"`,
    ),
  ),
  writes('remounts what it may only read', (world) =>
    mounting(`mount -o remount,bind,rw /; mount -o remount,bind,rw '${world.outside}'; mount -o remount,bind,rw '${world.userHome}'
echo escaped > '${canary(world)}'`),
  ),
  writes('takes away what is mounted over a folder', (world) =>
    mounting(`umount -l '${world.userHome}'; umount -l /tmp; echo escaped > '${canary(world)}'`),
  ),
  writes(
    'enters the namespaces of another process',
    (world) => `for pid in ${world.bystander.pid} $PPID 1; do
  nsenter -t $pid -a sh -c 'echo escaped > "$0"' ${quoted(canary(world))} && break
done`,
    canaryChanged,
    { unprovable: 'only root may enter the namespaces of another process' },
  ),
  writes(
    'climbs out of a changed root',
    (world) => `mkdir -p "$TMPDIR/r"
perl -e 'chroot($ARGV[0]); chdir("..") for 1..64; chroot("."); open(my $f, ">", $ARGV[1]) and print $f "escaped"' "$TMPDIR/r" ${quoted(canary(world))}`,
    canaryChanged,
    { unprovable: 'only root may change the root' },
  ),
  writes(
    'makes a device node and reads the disk below',
    () => `dev=$(stat -c %d /); mknod "$TMPDIR/disk" b $((dev >> 8)) $((dev & 255)) &&
[ "$(head -c 512 "$TMPDIR/disk" | wc -c)" = 512 ] && proof w-device; rm -f "$TMPDIR/disk"`,
    proved('w-device'),
    { unprovable: 'only root may make device nodes' },
  ),
  writes(
    'leaves a program that runs as its owner',
    (world) => `cp /bin/true lib/setuid-${world.nonce} && chmod 6755 lib/setuid-${world.nonce}`,
    left((file, mode) => (mode & 0o6000) !== 0 && file.includes('setuid-')),
    { traces: true },
  ),
  writes(
    'signals a process of the user',
    (world) => `kill -USR1 ${world.bystander.pid}; sleep 0.3`,
    marked('signalled'),
  ),
  writes(
    'writes into the memory of a process of the user',
    (world) => `echo -n x 2>/dev/null > /proc/${world.bystander.pid}/comm && proof w-comm
perl -e 'open(my $f, "+<", "/proc/$ARGV[0]/mem") and print STDERR ""; exit(defined(fileno($f)) ? 0 : 1)' ${world.bystander.pid} && proof w-comm`,
    proved('w-comm'),
  ),
];

/** What Slipway itself does with a workspace afterwards: read it, import it, clean it, delete it. */
const imports: readonly Escape[] = [
  writes(
    'puts a link to a secret in the place of the planned file',
    (world) => `ln -sf ${quoted(world.files.get('the ssh key') ?? '')} lib/greet.js`,
    either(
      leaked('the ssh key'),
      delivered('lib/greet.js', (text) => text.includes('.ssh/')),
    ),
    { alone: true, traces: true },
  ),
  writes(
    'swaps the planned file with a link while it is imported',
    (world) => `T=${quoted(world.files.get('the netrc') ?? '')}
(setsid bash -c 'end=$((SECONDS+20)); while [ $SECONDS -lt $end ]; do ln -sfn "$0" lib/x; mv -fT lib/x lib/greet.js; cp README.md lib/y; mv -fT lib/y lib/greet.js; done' "$T" ${quoted(tagOf(world, 'w26'))} >/dev/null 2>&1 &)`,
    leaked('the netrc'),
    { alone: true, unprovable: 'a race that is not always won' },
  ),
  writes(
    'puts a link to a folder outside where Slipway cleans up',
    (world) => `rm -rf lib && ln -s ${quoted(path.join(world.outside, 'folder'))} lib`,
    changed((world) => path.join(world.outside, 'folder', 'keep.txt')),
    { alone: true, traces: true },
  ),
  writes(
    'puts a link in the place of its whole workspace',
    (world) =>
      `cd / && mv "$W" "$W.gone" && ln -s ${quoted(path.join(world.outside, 'folder'))} "$W"; cd ${quoted(world.root)}`,
    either(
      changed((world) => path.join(world.outside, 'folder', 'keep.txt')),
      changed((world) => path.join(world.outside, 'folder', 'lib')),
      changed((world) => path.join(world.outside, 'folder', '.git')),
    ),
    { alone: true, unprovable: 'the unguarded control does not go back into a workspace by its name' },
  ),
  writes(
    'puts a pipe in the place of the planned file, so that whoever reads it waits',
    () => `rm -f lib/greet.js && mkfifo lib/greet.js`,
    (world) => world.timedOut(),
    { alone: true, traces: true },
  ),
  writes(
    'gives files names that are options of other programs',
    (world) => `MARK=${quoted(path.join(world.outside, 'marks', 'options'))}
mkdir -p lib/options && cd lib/options
for name in "--upload-pack=touch $MARK" "--output=$MARK" "-o$MARK"; do
  mkdir -p "./$(dirname -- "./$name")"; : > "./$name"
done 2>/dev/null
cd "$W"; : > './--checkpoint-action=exec=sh go.sh'; : > ./--checkpoint=1
printf 'touch %s\\n' "$MARK" > go.sh`,
    marked('options'),
    { alone: true, traces: true },
  ),
];

interface Target {
  readonly name: string;
  readonly file: (world: World) => string;
  readonly mode?: Escape['mode'];
}

const user = (file: string) => (world: World) => path.join(world.userHome, file);
const planted = (place: string) => (world: World) => world.files.get(place) ?? '';

/** Files that somebody executes or believes later. */
const targets: readonly Target[] = [
  { name: 'the start of the user’s shell', file: user('.bashrc') },
  { name: 'the start of the user’s session', file: user('.profile'), mode: 'investigate' },
  { name: 'the keys that may log in', file: user('.ssh/authorized_keys'), mode: 'coverage' },
  { name: 'the user’s git configuration', file: user('.gitconfig') },
  { name: 'a program on the user’s PATH', file: user('.local/bin/helper'), mode: 'review' },
  { name: 'a program that starts with the desktop', file: user('.config/autostart/x.desktop') },
  { name: 'a unit of the user’s service manager', file: user('.config/systemd/user/x.service') },
  { name: 'the configuration of Claude', file: user('.claude/settings.json'), mode: 'commit' },
  {
    name: 'the packages of the user’s python',
    file: user('.local/lib/python3/site-packages/usercustomize.py'),
  },
  { name: 'a file of the user’s checkout', file: (world) => path.join(world.checkout, 'lib/greet.js') },
  {
    name: 'the dependencies in the user’s checkout',
    file: (world) => path.join(world.checkout, 'node_modules/.bin/tool'),
  },
  { name: 'the workspace of another run', file: planted('the workspace of another run') },
  { name: 'a blob of another run', file: planted('a blob of another run') },
  { name: 'the artifacts of another run', file: planted('the artifacts of another run'), mode: 'review' },
  { name: 'a file in /var/tmp', file: planted('a file in /var/tmp') },
  { name: 'a file in /dev/shm', file: planted('a file in /dev/shm') },
  { name: 'a file in /etc', file: planted('a file in /etc') },
];

const later: readonly Escape[] = targets.map(({ name, file, mode = 'execute' }) =>
  writes(
    `changes ${name}`,
    (world) => {
      const at = quoted(file(world));
      return `mkdir -p "$(dirname ${at})"; chmod u+w ${at}; printf 'escaped\\n' >> ${at}`;
    },
    async (world) => file(world) !== '' && changed(file)(world),
    { mode },
  ),
);

export const writeEscapes: readonly Escape[] = [...paths, ...kernel, ...imports, ...later];
