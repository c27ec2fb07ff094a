// Escapes that outlive their attempt. Every one ends by itself after two minutes, so that a guard that fails leaves
// nothing for long; whether one is alive is told from outside.

import type { Escape, Judge, Snippet } from '../case.ts';
import path from 'node:path';
import { alive, changed, tagOf } from '../judge.ts';
import { quoted } from '../program.ts';
import type { World } from '../world.ts';

const aliveSeconds = 120;

/** A program of its own under a name that carries the label, which its process shows whatever else it hides. */
const own = (world: World, label: string): string =>
  `P="$TMPDIR/${tagOf(world, label)}"; cp "$(readlink -f "$(command -v sleep)")" "$P" || { P="$W/.git/${tagOf(world, label)}"; cp "$(readlink -f "$(command -v sleep)")" "$P"; }\n`;

type Rest = Partial<Pick<Escape, 'mode' | 'unprovable' | 'alone'>>;

function daemon(
  label: string,
  name: string,
  start: Snippet,
  rest: Rest = {},
  judge: Judge = alive(label),
): Escape {
  const script: Snippet = (world) => `${own(world, label)}S=${aliveSeconds}\n${start(world)}`;
  return { name, group: 'daemons', mode: 'execute', script, succeeded: judge, ...rest };
}

const quiet = '</dev/null >/dev/null 2>&1';

export const daemonEscapes: readonly Escape[] = [
  daemon('d01', 'leaves a process in its own group', () => `"$P" $S ${quiet} &`),
  daemon('d02', 'leaves a process in a session of its own', () => `setsid "$P" $S ${quiet} &`),
  daemon('d03', 'forks twice', () => `( ( setsid "$P" $S ${quiet} & ) & )`, { mode: 'coverage' }),
  daemon('d04', 'leaves a process that hears no hangup', () => `nohup "$P" $S ${quiet} & disown -a`),
  daemon('d05', 'leaves a process with an empty environment', () => `env -i setsid "$P" $S ${quiet} &`, {
    mode: 'review',
  }),
  daemon(
    'd06',
    'leaves a process under a name of the kernel’s',
    () => `(exec -a '[kworker/0:1]' setsid "$P" $S ${quiet}) & (exec -a '[kworker/0:2]' "$P" $S ${quiet}) &`,
  ),
  daemon(
    'd07',
    'leaves a process that ends at no signal but the last',
    (world) =>
      `setsid bash -c 'trap "" TERM INT HUP QUIT USR1 USR2 ALRM; while [ $SECONDS -lt '$S' ]; do sleep 1; done' ${tagOf(world, 'd07')} ${quiet} &`,
  ),
  daemon(
    'd08',
    'leaves two processes that start each other again',
    (world) => `cat > "$TMPDIR/pair-$N.sh" <<'PAIR'
trap '' TERM HUP
end=$1; [ $(date +%s) -lt $end ] || exit 0
while [ $(date +%s) -lt $end ]; do
  sleep 0.2
  [ -n "$2" ] && ! kill -0 $2 2>/dev/null && { setsid bash "$0" $end $$ ${tagOf(world, 'd08')} & set -- $end $!; }
done
PAIR
end=$(($(date +%s) + $S))
setsid bash "$TMPDIR/pair-$N.sh" $end '' ${tagOf(world, 'd08')} ${quiet} & first=$!
setsid bash "$TMPDIR/pair-$N.sh" $end $first ${tagOf(world, 'd08')} ${quiet} &`,
    { alone: true },
  ),
  daemon(
    'd09',
    'leaves a process with node, detached and forgotten',
    () =>
      `node -e 'require("node:child_process").spawn(process.argv[1], [process.argv[2]], { detached: true, stdio: "ignore" }).unref()' "$P" $S`,
    { mode: 'investigate' },
  ),
  daemon(
    'd10',
    'leaves a process with python, forked twice',
    () => `python3 - "$P" $S <<'PY'
import os, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        os.execv(sys.argv[1], sys.argv[1:])
    os._exit(0)
PY`,
  ),
  daemon(
    'd11',
    'leaves a process in a namespace of its own',
    () => `U=; unshare --fork --pid true 2>/dev/null || U=-r; unshare $U --fork --pid "$P" $S ${quiet} &`,
  ),
  daemon(
    'd12',
    'leaves a process that is stopped, so that it does not hear',
    () => `setsid "$P" $S ${quiet} & p=$!; sleep 0.1; kill -STOP $p`,
  ),
  daemon(
    'd13',
    'leaves a process that becomes another one every moment',
    (world) => `cat > "$TMPDIR/hop-$N.sh" <<'HOP'
[ $(date +%s) -lt $1 ] || exit 0
sleep 0.05
setsid bash "$0" $1 ${tagOf(world, 'd13')} </dev/null >/dev/null 2>&1 &
HOP
setsid bash "$TMPDIR/hop-$N.sh" $(($(date +%s) + 30)) ${tagOf(world, 'd13')} ${quiet} &`,
    { alone: true },
  ),
  daemon(
    'd14',
    'has the service manager start a process',
    () => `systemd-run --user --collect "$P" $S; systemd-run --user --scope "$P" $S ${quiet} &`,
    { unprovable: 'needs a service manager' },
  ),
  daemon(
    'd15',
    'has a process started at another time',
    () => `printf '%s %s\\n' "$P" $S | at now; printf '%s %s\\n' "$P" $S | batch`,
    {
      unprovable: 'needs the at daemon',
    },
  ),
  daemon(
    'd16',
    'kills its own parent and goes on',
    () => `setsid "$P" $S ${quiet} & sleep 0.1; kill -9 $PPID`,
    { alone: true },
  ),
  daemon(
    'd17',
    'leaves a process that writes when the attempt is over',
    (world) =>
      `setsid bash -c 'for _ in $(seq 40); do sleep 0.05; echo late >> "$0"; done' ${quoted(path.join(world.outside, 'canary.txt'))} ${tagOf(world, 'd17')} ${quiet} &`,
    { alone: true },
    async (world) => (await alive('d17')(world)) || changed((w) => path.join(w.outside, 'canary.txt'))(world),
  ),
  daemon(
    'd18',
    'leaves a process that holds the output open',
    (world) => `setsid bash -c 'exec -a ${tagOf(world, 'd18')} "$0" '$S "$P" &`,
    { alone: true },
  ),
];
