// Commands no mode has, where commands are all that can be looked at: git and the forge to write with, more rights,
// other machines. A fence, not a wall: who may run tests can run anything. Inside our own box the box is the wall.

export const neverCommands = [
  ['git push', 'git commit', 'git merge', 'git rebase', 'git reset', 'git checkout', 'git switch'],
  ['git restore', 'git tag', 'git branch', 'git stash', 'git clean', 'git config', 'git remote', 'git fetch'],
  ['git pull', 'git worktree', 'git update-ref', 'git apply', 'git am', 'git cherry-pick', 'git revert'],
  ['git submodule', 'git -', 'gh', 'glab', 'sudo', 'su', 'ssh', 'scp', 'rsync', 'curl', 'wget', 'nc'],
].flat();

const words = neverCommands.map((command) => {
  const spaced = command.replace(' ', String.raw`\s+`);
  return command.endsWith('-') ? spaced : String.raw`${spaced}(?![\w.])`;
});
const pattern = new RegExp(String.raw`(?:^|[\s;&|()\x60$'"/])(?:${words.join('|')})`);

/** Whether one of them stands anywhere in a command line. */
export function isNeverAllowed(commandLine: string): boolean {
  return pattern.test(commandLine);
}
