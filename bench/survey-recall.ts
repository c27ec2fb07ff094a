// How well a survey guesses: of the files that a real commit changed, how many are among those the survey calls likely when it is asked with
// the commit's message at the commit before. Over the repositories of a folder that the command is given; nothing of them is
// written. Beside it stands what the twenty best without a limit for tests (IMPACT-4) would find. The control asks with the message of another commit: what it finds is what guessing without the ticket would find,
// and has to be bad.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { filesShown, rankingOf, shownOf } from '../src/survey/impact.ts';
import { languageOf } from '../src/survey/languages.ts';
import { isLeftOut, isTestPath } from '../src/survey/left-out.ts';
import { eachContent, fileEntries } from '../src/workspace/contents.ts';
import type { Git } from '../src/workspace/git.ts';
import { gitRunner } from '../src/workspace/git-runner.ts';
import type { Measurement, Setting } from './support/bench.ts';
import { rounded } from './support/compare.ts';

const recallMin = 0.6;
const controlMax = 0.3;
const sourceFilesMin = 150;
const repositoriesMin = 5;
const commitsMin = 200;
const changedMax = 10;
const wordsMin = 3;
const looked = 3_000;

/** Languages that programs are written in. */
const noPrograms: ReadonlySet<string> = new Set(['YAML', 'JSON', 'TOML', 'XML', 'Markdown', 'HTML', 'CSS']);

interface Asked {
  readonly repository: string;
  readonly gitDir: string;
  readonly parent: string;
  readonly title: string;
  readonly text: string;
  /** Files of programs that were there before and are no tests, and the tests. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

export const surveyRecall: Measurement = async ({ size, repositories: folder, say }) => {
  if (folder === undefined)
    return { notMeasured: 'Name a folder of git repositories: --repositories FOLDER.' };
  const git = gitRunner();
  const asked = await commitsIn(git, folder, { each: size.recallCommits, say });
  const repositories = new Set(asked.map(({ repository }) => repository)).size;
  if (repositories < repositoriesMin || asked.length < commitsMin) {
    throw new Error(
      `${asked.length} commits of ${repositories} repositories fit, and fewer than ${commitsMin} of ${repositoriesMin} say nothing. Put more repositories with their history into ${folder}, or take --size ci or full.`,
    );
  }
  const found = await recallOf(git, asked, { say, messageOf: (commit) => commit });
  const other = (at: number): Asked | undefined => asked[(at + 1) % asked.length];
  const control = await recallOf(git, asked, { say, messageOf: (commit, at) => other(at) ?? commit });
  const { all } = found;
  return {
    recall: all.sources,
    limit: recallMin,
    ok: all.sources >= recallMin && control.all.sources <= controlMax,
    tests: all.tests,
    withoutLimitForTests: all.unlimited,
    control: control.all.sources,
    controlMax,
    commits: asked.length,
    ms: all.ms,
    repositories: found.each,
  };
};

interface Recall {
  readonly commits: number;
  readonly sources: number;
  readonly tests: number;
  /** Of sources, among the best whether they are tests or not. */
  readonly unlimited: number;
  /** The middle one of how long a look took. */
  readonly ms: number;
}

async function recallOf(
  git: Git,
  asked: readonly Asked[],
  { say, messageOf }: Pick<Setting, 'say'> & { readonly messageOf: (commit: Asked, at: number) => Asked },
): Promise<{ readonly all: Recall; readonly each: Readonly<Record<string, Recall>> }> {
  const shares: (Likely & { readonly of: Asked; readonly ms: number })[] = [];
  for (const [at, of] of asked.entries()) {
    if (at % 50 === 0) say(`${at} of ${asked.length} commits`);
    const { title, text } = messageOf(of, at);
    const start = performance.now();
    const likely = await likelyFiles(git, of, { title, text });
    shares.push({ of, ...likely, ms: performance.now() - start });
  }
  const summary = (list: typeof shares): Recall => ({
    commits: list.length,
    sources: mean(list.map(({ of, shown }) => share(of.sources, shown))),
    unlimited: mean(list.map(({ of, unlimited }) => share(of.sources, unlimited))),
    tests: mean(list.filter(({ of }) => of.tests.length > 0).map(({ of, shown }) => share(of.tests, shown))),
    ms: rounded(list.map(({ ms }) => ms).toSorted((one, two) => one - two)[Math.floor(list.length / 2)] ?? 0),
  });
  const names = [...new Set(asked.map(({ repository }) => repository))];
  const each = names.map(
    (name) => [name, summary(shares.filter(({ of }) => of.repository === name))] as const,
  );
  return { all: summary(shares), each: Object.fromEntries(each) };
}

interface Likely {
  readonly shown: ReadonlySet<string>;
  readonly unlimited: ReadonlySet<string>;
}

async function likelyFiles(
  git: Git,
  { gitDir, parent }: Asked,
  ticket: { readonly title: string; readonly text: string },
): Promise<Likely> {
  const context = { home: '/', git };
  const entries = await fileEntries(context, gitDir, parent);
  const workspaces = {
    eachContent: (
      _repository: string,
      ids: readonly string[],
      each: (at: number, content: Uint8Array) => void,
    ) => eachContent(context, gitDir, ids, each),
  };
  const { best } = await rankingOf(workspaces, { repository: '', entries, ticket });
  const paths = (files: typeof best): ReadonlySet<string> => new Set(files.map((file) => file.path));
  return { shown: paths(shownOf(best)), unlimited: paths(best.slice(0, filesShown)) };
}

function share(changed: readonly string[], likely: ReadonlySet<string>): number {
  return changed.filter((file) => likely.has(file)).length / Math.max(1, changed.length);
}

function mean(shares: readonly number[]): number {
  return rounded(shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length));
}

/** So many commits of each repository, spread over its newest ones. */
async function commitsIn(
  git: Git,
  folder: string,
  { each, say }: Pick<Setting, 'say'> & { readonly each: number },
): Promise<readonly Asked[]> {
  const found: Asked[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    const gitDir = ['', '.git', 'repo']
      .map((inside) => path.join(folder, name, inside))
      .find((dir) => existsSync(path.join(dir, 'objects')));
    if (gitDir === undefined) continue;
    const fitting = await fittingCommits(git, name, gitDir);
    const files = await fileEntries({ home: '/', git }, gitDir, 'HEAD');
    const sources = files.filter((file) => isSource(file.path)).length;
    if (sources < sourceFilesMin)
      throw new Error(
        `${name} has ${sources} source files; choose repositories with at least ${sourceFilesMin}.`,
      );
    const step = Math.max(1, Math.floor(fitting.length / each));
    const taken = fitting.filter((_, at) => at % step === 0).slice(0, each);
    say(`${name}: ${taken.length} of ${fitting.length} commits that fit, ${sources} source files`);
    found.push(...taken);
  }
  return found;
}

/** Commits that change few files of a program which were there before, and say more than a word or two. */
async function fittingCommits(git: Git, repository: string, gitDir: string): Promise<readonly Asked[]> {
  const args = [
    'log',
    `--max-count=${looked}`,
    '--no-merges',
    '--no-renames',
    '--name-status',
    '--format=%x01%P%x02%s%x02%b%x02',
    'HEAD',
  ];
  const { stdout } = await git.run({ gitDir, args, outputBytesMax: 512 * 1024 * 1024 });
  return stdout.split('\u0001').flatMap((record) => {
    const [parent = '', subject = '', body = '', rest = ''] = record.split('\u0002');
    const changed = rest.split('\n').flatMap((line) => /^M\t(.+)$/.exec(line)?.[1] ?? []);
    const programs = changed.filter(isProgram);
    const sources = programs.filter((file) => !isTestPath(file));
    const title = withoutPaths(subject);
    const isTicket =
      (title.match(/\p{L}{2,}/gu)?.length ?? 0) >= wordsMin &&
      !/^(?:merge|revert|bump|release|v?\d)/i.test(title);
    const isWhole = /^[0-9a-f]{40}$/.test(parent) && sources.length > 0 && sources.length <= changedMax;
    const tests = programs.filter(isTestPath);
    return isTicket && isWhole
      ? [{ repository, gitDir, parent, title, text: withoutPaths(body), sources, tests }]
      : [];
  });
}

function isProgram(file: string): boolean {
  const language = languageOf(file);
  return language !== undefined && !noPrograms.has(language) && !isLeftOut(file);
}

function isSource(file: string): boolean {
  return isProgram(file) && !isTestPath(file);
}

/** Paths, names of files, links, numbers of requests and lines that people sign with. */
function withoutPaths(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^(?:signed-off-by|co-authored-by|reviewed-by|cc|\(cherry picked)/i.test(line.trim()))
    .join('\n')
    .replaceAll(/https?:\/\/\S+|(?<!\w)#\d+/g, ' ')
    .replaceAll(
      /[\w.@-]*(?:\/[\w.@*-]+)+\/?|\b[\w-]+(?:\.[\w-]+)*\.(?:[jt]sx?|[mc][jt]s|py|go|rs|java|rb|php|c|h|cc|cpp|hpp|md|rst|txt|ya?ml|json|toml|html|s?css|vue)\b/g,
      ' ',
    );
}
