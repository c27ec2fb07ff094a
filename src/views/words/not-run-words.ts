// What stands behind no check, though somebody may think so, and what a person chose in its place. Pure.

import type { UnfilledSubmodules } from '../../core/repository/survey.ts';
import type { Repository, Run } from '../../core/run.ts';
import { isIn } from '../../core/run.ts';
import { list, plural, short } from './words.ts';

type Known = Pick<Run, 'repositories' | 'otherChecks'>;

/** Of one repository, or of all: checks that a person left out, and submodules that were empty where checks ran. */
export function notRunWords(run: Run, only?: Repository): readonly string[] {
  return repositoriesOf(run, only).flatMap((repository) => [
    ...others(run, repository)
      .filter(({ spec }) => spec === undefined)
      .map(({ name, by }) => `The check ${name} was left out by ${by}.`),
    ...unfilledWords(repository.baseline?.unfilled),
  ]);
}

/** The commands that a person gave for this run. */
export function givenWords(run: Run, only?: Repository): readonly string[] {
  return repositoriesOf(run, only).flatMap((repository) =>
    others(run, repository).flatMap(({ name, spec, by }) =>
      spec === undefined
        ? []
        : [`The check ${name} ran with a command that ${by} gave for this run: \`${spec.command}\`.`],
    ),
  );
}

function repositoriesOf({ repositories }: Known, only: Repository | undefined): readonly Repository[] {
  return only === undefined ? repositories : [only];
}

function others(run: Run, repository: Repository): NonNullable<Run['otherChecks']>['checks'] {
  return (run.otherChecks?.checks ?? []).filter((item) => isIn(run, item, repository));
}

/** Nothing where every submodule was filled, or nobody wrote it down. */
export function unfilledWords(unfilled: UnfilledSubmodules | undefined): readonly string[] {
  if (unfilled === undefined || unfilled.count === 0) return [];
  const { count, first } = unfilled;
  const names = first.map(({ path, commit }) => `${path} at ${short(commit)}`);
  const more = count > first.length ? [`${count - first.length} more`] : [];
  const which = list([...names, ...more]);
  return [
    `${plural(count, 'submodule')} ${count === 1 ? 'was an empty folder' : 'were empty folders'} where checks ran (${which}), because the clone that was checked does not have ${count === 1 ? 'that commit' : 'those commits'}: tests that need ${count === 1 ? 'it' : 'them'} may not have run.`,
  ];
}

/** What brings them, for whoever can still do it. */
export const fillWords =
  'To have them, run git submodule update --init --recursive in your repository, and check again.';
