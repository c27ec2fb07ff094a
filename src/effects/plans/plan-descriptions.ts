// Whether the description of a task says something a reader could build from: what changes, and where. Pure. Words that could
// stand in any plan say nothing, and whoever is given the task knows nothing else; so they are sent back, not guessed at.

import type { PlanAnswer } from '../../prompts/prompts.ts';

type Task = PlanAnswer['tasks'][number];

/** Words of any plan whatsoever. What is left without them is what the task is about. */
const anyPlans: ReadonlySet<string> = new Set(
  `a an the this that these those it its all any each every some other others another same new as at by for from in into of on onto
  to up with within and or but so then than also too only just not no if when where which who what how there here is are was be been
  being has have had do does done will would shall should must can could may might need needs needed require requires required requirement
  requirements we i you they them our your their one ones else anything nothing don doesn isn aren won cannot
  implement implements implemented implementing implementation add adds added adding addition make makes made making change changes
  changed changing update updates updated updating fix fixes fixed fixing create creates created creating write writes written build
  builds built modify modifies modified edit edits edited improve improves improved handle handles handled support supports supported
  adapt adjust extend refactor solve resolve ensure complete finish provide provides apply introduce work works working
  feature features functionality function functions logic behaviour behavior bug bugs issue issues problem problems ticket tickets task
  tasks story request requested code source file files module modules class classes test tests testing change-set thing things stuff part
  parts step steps necessary relevant related appropriate proper properly correct correctly accordingly described specified asked wanted
  expected acceptance criterion criteria following above below per according everything something please say says said`.split(
    /\s+/,
  ),
);

/** So many words have to be left. */
const ownWordsMin = 2;

/** A path, or a name with a dot in it: it says where, never what. */
const pathLike =
  /(?!(?:e\.g|i\.e|and\/or)(?!\p{L}))(?<![\p{L}\p{N}./])[\p{L}\p{N}_@$*~-]*[./](?:[\p{L}\p{N}_./@$*-]*[\p{L}\p{N}_*/]|(?<=[\p{L}\p{N}]\/))/gu;

/** Scripts that put no space between words count by the character. */
const wordLike =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}_$]+(?:-[\p{L}\p{N}_$]+)*/gu;

/** Spelled as code is: in marks, a call, an option, with an underscore or a capital inside, in capitals. */
const nameLike =
  /`[^`\n]+`|"[^"\n]+"|(?<!\p{L})'[^'\n]+'|“[^”\n]+”|[\p{L}_$][\p{L}\p{N}_$]*\(|(?<![\p{L}\p{N}-])--?\p{L}[\p{L}\p{N}-]*|[\p{L}\p{N}]+_[\p{L}\p{N}_]+|\p{Ll}\p{Lu}\p{Ll}|(?<!\p{L})\p{Lu}{3,}/u;

/** Every task whose description names nothing, or says nothing of it. */
export function descriptionProblems({ tasks }: Pick<PlanAnswer, 'tasks'>): readonly string[] {
  return tasks.flatMap((task) => [
    ...(saysWhat(task)
      ? []
      : [
          `the description of task ${task.id} could stand in any plan; say in it what will be other than now`,
        ]),
    ...(saysWhere(task)
      ? []
      : [
          `neither title nor description of task ${task.id} says where: name the file, the function, the option or whatever it changes`,
        ]),
  ]);
}

function saysWhat({ description }: Task): boolean {
  const own = wordsIn(description.replaceAll(pathLike, ' ')).filter((word) => !anyPlans.has(word));
  return own.length >= ownWordsMin;
}

function saysWhere(task: Task): boolean {
  const text = `${task.title}\n${task.description}`; // whoever is given the one is given the other
  if (text.search(pathLike) >= 0 || nameLike.test(text)) return true;
  const words = new Set(wordsIn(text).map(singular));
  return namesOf(task).some((name) => words.has(singular(name)));
}

/** In small letters, without what an apostrophe ties to a word. */
function wordsIn(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/(?<=\p{L})['’]\p{L}{1,2}(?!\p{L})/gu, '')
      .match(wordLike) ?? []
  );
}

/** Folders that say of no file what it is about. */
const anyFolders: ReadonlySet<string> = new Set(['src', 'lib', 'test', 'tests', 'index', 'main']);

/** The names of what it touches and builds on, as prose would spell them: `README`, `cart`, `total`. */
function namesOf({ files, tests, assumes = [] }: Task): readonly string[] {
  return [...files, ...tests, ...assumes.map(({ name }) => name)]
    .flatMap((name) => wordsIn(name.replace(/(?<=.)\.\w+$/, '').replaceAll(/[/.]/g, ' ')))
    .filter((name) => !anyPlans.has(name) && !anyFolders.has(name));
}

function singular(word: string): string {
  return word.replace(/s$/, '');
}
