// Whether a ticket is clear enough to plan from, decided in code. The words are data; English and Korean.
//   CLARITY-1. A ticket is clear when it says what is to be done, no word leaves the scope of that open, and it can be told
//       when it is done. A short plain sentence is enough for all three.
//   CLARITY-2. Only what is wished can leave something open. What a report tells of the fault is no wish: "everything up to it
//       is swallowed" is as clear as a sentence can be. Nor is what stands in brackets, which are for examples.
//   CLARITY-3. A wish that names something exactly, as code, in quotes or by a number, bounds what is meant, the title's words too.

import type { CriteriaOrigin } from './criteria.ts';
import { proseOf, sentencesOf } from './markdown.ts';
import { isAsking } from './wishes.ts';

export interface Clarity {
  readonly verdict: 'clear' | 'ambiguous';
  /** Why it is ambiguous, in sentences made of our own words. */
  readonly reasons: readonly string[];
}

/** Words that say what is to be done. Other forms of them count too. */
const workWords = wordSet(`
  accept add adjust align allow append apply ask assert avoid backport block bound bump build cache call cap change check
  clamp clean cleanup clear close collapse collect compare complete compress compute configure connect convert copy correct
  count cover create cut declare decode decrease default define delay delete deny deprecate derive detect disable display
  document downgrade drop emit enable encode end ensure escape exclude expand explain export expose extend extract fail
  fetch filter find fix flag flush follow force format freeze generate give group guard handle hide highlight hook ignore
  implement import include increase index inline insert inspect install introduce invert join keep label let limit link
  lint list load localize localise lock log lower make map mark mask match measure merge migrate mock modify mount move
  name normalize normalise offer omit open order overwrite paginate parse pass pin port prefer prefix prepare preserve
  prevent print promote propagate protect provide prune publish pull put queue quote raise read recognize recognise record
  redirect reduce refactor refuse register reject release reload remember remove rename render repair replace report
  request require reset resolve respect restore restrict restructure resume retry return reuse revert review rewrite roll
  rotate round route run save say schedule search send separate serve set share shorten show shrink shut simplify skip
  sort specify split start stop store stream strip supply support suppress swap switch sync tag tell test throttle throw
  tighten time toggle track transform translate trim truncate turn type undo unify unlock update upgrade upload use
  validate verify wait warn watch widen wire wrap write improve optimize optimise enhance modernize polish revamp speed
  bug broken crash error fail failure incorrect leak missing regression typo wrong cannot can't doesn't
`);

const workWordsKorean =
  /추가|변경|수정|고치|고쳐|구현|삭제|제거|지원|업데이트|갱신|교체|대체|이동|옮기|리팩터|리팩토|작성|생성|만들|표시|출력|반환|방지|허용|적용|도입|전환|업그레이드|분리|병합|정리|확인|검증|처리|설정|제한|바꾸|바꿔|줄이|늘리|숨기|보여|버그|오류|에러|실패|안 ?됨|안 ?돼|깨짐|누락/;

/** Words that leave open how much is meant, whatever they are said of. */
const degreeWords = `improve, improves, improved, improving, improvement, improvements, better, nicer, enhance, modernize,
  modernise, revamp, polish, optimize, optimise, somehow, nice to have, as needed, as appropriate, where appropriate,
  if possible, user friendly, user-friendly, state of the art, best practices`;
/** Words that leave open of what, unless something beside them says it exactly. */
const extentWords = `various, stuff, things, something, everything, whatever, etc, misc, miscellaneous, and so on, some kind of,
  some sort of, all over the place`;
const degreeWordsKorean =
  '개선, 더 좋게, 더 낫게, 적당히, 적절히, 적절하게, 알아서, 대충, 최적화, 고도화, 깔끔하게, 예쁘게, 어떻게든';
const extentWordsKorean = '여러 가지, 여러가지, 등등, 뭔가';

type Pattern = readonly [string, RegExp];

const degree = [...english(degreeWords), ...korean(degreeWordsKorean)];
const extent = [...english(extentWords), ...korean(extentWordsKorean)];

function english(words: string): readonly Pattern[] {
  return listOf(words).map((each) => [each, new RegExp(`(?<![\\w-])${each}(?![\\w-])`, 'i')]);
}

function korean(words: string): readonly Pattern[] {
  return listOf(words).map((each) => [each, new RegExp(each)]);
}

/** Words that stand for something the title does not name, and those that name nothing in particular. */
const emptyWords = wordSet(`
  it this that these those them all some again now please up out in on to for of and an the my our your
  bug bugs error errors issue issues problem problems crash crashes failure failures test tests code
`);

export interface ClarityOf {
  readonly title: string;
  readonly body: string;
  readonly criteria: CriteriaOrigin;
  /** Whether the ticket says itself of what type it is, or tells of a fault. */
  readonly isTyped: boolean;
}

export function clarityOf(ticket: ClarityOf): Clarity {
  const wishes = sentencesOf(ticket.body).filter(isWish);
  const reasons = [
    ...workReasons(ticket, wishes),
    ...vagueReasons(ticket, wishes),
    ...criteriaReasons(ticket, wishes),
  ];
  return { verdict: reasons.length === 0 ? 'clear' : 'ambiguous', reasons };
}

/** Clear work words at the start ask too: "Declare it like its siblings." */
function isWish(sentence: string): boolean {
  const [first = ''] = wordsOf(sentence);
  return isAsking(sentence) || workWords.has(first);
}

function workReasons({ title, isTyped }: ClarityOf, wishes: readonly string[]): readonly string[] {
  const says = isTyped || wordsOf(title).some(isWorkWord) || workWordsKorean.test(title) || wishes.length > 0;
  return says ? [] : ['no word of the title says what is to be done'];
}

function vagueReasons({ title, criteria }: ClarityOf, wishes: readonly string[]): readonly string[] {
  if (criteria === 'listed') return vagueIn([title]);
  const open = wishes.filter((wish) => !isExact(wish));
  const exact = wishes.filter(isExact);
  const isBounded = exact.some((wish) => vagueIn([wish]).length === 0); // CLARITY-3
  return isBounded ? vagueIn(open) : vagueIn([title, ...open], exact);
}

/** What is exact says of what, and still not how much. */
function vagueIn(open: readonly string[], exact: readonly string[] = []): readonly string[] {
  const found = [...matchesIn([...open, ...exact], degree), ...matchesIn(open, extent)];
  return found.map((words) => `'${words}' leaves open how much is meant`);
}

function matchesIn(sentences: readonly string[], patterns: readonly Pattern[]): readonly string[] {
  const prose = proseOf(sentences.join('\n')).replaceAll(/\([^()]*\)/g, ''); // CLARITY-2
  return patterns.flatMap(([words, pattern]) => (pattern.test(prose) ? [words] : []));
}

function isExact(sentence: string): boolean {
  return /`[^`]+`|"[^"]+"|\d|--\w|\w[._]\w|[a-z][A-Z]/.test(sentence);
}

function criteriaReasons({ title, body, criteria }: ClarityOf, wishes: readonly string[]): readonly string[] {
  if (criteria !== 'title') return [];
  if (/[?？]\s*$/.test(title) && !wishes.some(isAsking)) return ['the title is a question'];
  const saysMore = wordsOf(body).length > wordsOf(title).length;
  return namesSomething(title) || saysMore ? [] : ['nothing says what it is about, or when it is done'];
}

/** Beside the word that says what is to be done there is one that says to what. */
function namesSomething(title: string): boolean {
  const words = wordsOf(title);
  const verb = words.findIndex(isWorkWord);
  return words.some(
    (word, at) =>
      at !== verb &&
      !emptyWords.has(word) &&
      (word !== 'a' || at === words.length - 1) && // "Change a": then it is a name
      word.replace(workWordsKorean, '').length > (workWordsKorean.test(word) ? particleChars : 0),
  );
}

const particleChars = 2;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’_.-]+/gu) ?? [];
}

/** The word, or what is left of it without a usual ending: adds, added, moving, stopped, crashes. */
function isWorkWord(word: string): boolean {
  return ['', 's', 'es', 'd', 'ed', 'ing'].some((ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, word.length - ending.length) : '';
    const single = /([a-z])\1$/.test(stem) ? stem.slice(0, -1) : stem;
    return workWords.has(stem) || workWords.has(`${stem}e`) || workWords.has(single);
  });
}

function listOf(words: string): readonly string[] {
  return words.split(',').map((each) => each.trim());
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ''));
}
