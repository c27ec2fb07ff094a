// Who decided what, on which evidence, and what went wrong: the part of the report an auditor reads.

import type { Answer } from '../../../core/gates/gate.ts';
import type { Evidence } from '../../../core/evidence/evidence.ts';
import { holdsNow } from '../holds-now.ts';
import { baselineWords } from '../../words/baseline-words.ts';
import { givenWords, notRunWords } from '../../words/not-run-words.ts';
import { evidenceNotes } from '../../words/evidence-words.ts';
import { coverageNotes } from '../../words/coverage-words.ts';
import type { Finding } from '../../../core/roles/verdict.ts';
import { effective } from '../../../core/roles/verdict.ts';
import type { Compared } from '../../../core/evidence/tamper.ts';
import { stopping } from '../../../core/evidence/tamper.ts';
import { placeOf, validationWords } from '../../words/finding-words.ts';
import { nameOf } from '../../words/gate-name.ts';
import { comparedWords } from '../../words/tamper-words.ts';
import { reasonWords } from '../failure-words.ts';
import type { Failure } from '../failures.ts';
import { becauseOf, capital, countsOf } from '../reports.ts';
import { durationOf, plainOf, tailOf, timeOf, tookOf } from '../say.ts';
import { plural } from '../../words/words.ts';
import type { GateStory, VerdictStory } from '../story.ts';
import type { Words } from '../texts.ts';
import type { Html } from './html.ts';
import { markup } from './html.ts';
import { markdown } from './markdown.ts';
import type { ReportParts, Tone } from './parts.ts';
import { hash, mark, more, table } from './parts.ts';

const answerTones: Readonly<Record<Answer, readonly [Tone, string]>> = {
  approve: ['good', 'approved'],
  revise: ['wait', 'asked to revise'],
  reject: ['bad', 'rejected'],
};

export function gatesOf({ story, words }: ReportParts): Html {
  if (story.gates.length === 0) return markup`<p>No gate opened: policy asked nobody.</p>`;
  return table(
    ['Gate', 'Answer', 'Who decided', 'Waited'],
    story.gates.map((gate) => gateRow(gate, words)),
  );
}

function gateRow(
  { id, request, openedAt, decision, decidedAt }: GateStory,
  words: Words,
): readonly (Html | string)[] {
  const gate = markup`<b>${capital(nameOf(request))}</b> <small>${id}, ${timeOf(openedAt)}</small>`;
  if (decision === undefined || decidedAt === undefined) return [gate, mark('wait', 'open'), '–', '–'];
  const [tone, word] = answerTones[decision.answer];
  const { who, channel, authenticated } = decision.by;
  return [
    gate,
    markup`${mark(tone, word)}${decision.comment === undefined ? undefined : markup`<blockquote>${words(decision.comment)}</blockquote>`}`,
    markup`${who} <small>through ${channel}, known by ${authenticated}</small>`,
    durationOf(decidedAt - openedAt),
  ];
}

const verdictTones: Readonly<Record<Evidence['verdict'], Tone>> = { PASS: 'good', WARN: 'wait', FAIL: 'bad' };
const logLimit = { linesMax: 30, charsMax: 4_000 };

export function evidenceOf({ story, words }: ReportParts): Html | undefined {
  const last = story.evidence.findLast((item) => item.subject === 'run') ?? story.evidence.at(-1);
  if (last === undefined) return undefined;
  const holds = holdsNow(story.run, last.evidence);
  const bad = last.evidence.filter((item) => item.verdict === 'FAIL');
  return markup`<p>
      Slipway ran these checks itself, on a clean checkout of the tree they are bound to.
      ${holds ? 'They hold for the head of the run branch.' : 'The run branch has moved on since.'}
      ${story.evidence.length > 1 ? `${plural(story.evidence.length, 'set')} of evidence in all: see test-report.md.` : undefined}
    </p>
    ${table(
      ['Check', 'Result', 'Why', 'Tests', 'Time', 'Tree'],
      last.evidence.map((item) => [
        markup`<b>${item.check}</b> <small>${item.kind}</small>`,
        mark(verdictTones[item.verdict], item.verdict),
        becauseOf(item),
        countsOf(item),
        tookOf(item),
        hash(item.tree),
      ]),
    )}
    ${[...evidenceNotes(last.evidence), ...baselineWords(story.run), ...givenWords(story.run), ...notRunWords(story.run)].map((line) => markup`<p class="note">${line}</p>`)}
    ${story.run.repositories.flatMap(({ compared }) => (compared === undefined ? [] : [comparedPart(compared, words)]))}
    ${coverageNotes(story.run).map((line) => markup`<p>${line}</p>`)}
    ${bad.map((item) => more(`What ${item.check} printed at its end`, markup`<pre>${tailOf(plainOf(words(item.log)), logLimit)}</pre>`))}`;
}

/** Whether the checks still ask for what they asked for before. */
function comparedPart(compared: Compared, words: Words): Html {
  const { weakened, destroyed } = compared;
  const tone: Tone = weakened === undefined ? 'good' : stopping(weakened).length === 0 ? 'wait' : 'bad';
  return markup`<p>${mark(tone, tone === 'good' ? 'untouched' : tone === 'wait' ? 'changed' : 'weakened')} ${capital(comparedWords(compared))}.</p>
    ${weakened === undefined ? undefined : more('Every finding', markdown(words(weakened.blob)))}
    ${destroyed === undefined ? undefined : more('What it destroys', markdown(words(destroyed.blob)))}`;
}

const reviewsMax = 40;

export function reviewsOf({ story, words }: ReportParts): Html | undefined {
  if (story.verdicts.length === 0) return undefined;
  const shown = story.verdicts.slice(-reviewsMax);
  const left = story.verdicts.length - shown.length;
  return markup`${left > 0 ? markup`<p class="note">${plural(left, 'verdict')} before these left out.</p>` : undefined}${shown.map((item) => reviewCard(item, words))}`;
}

function reviewCard({ subject, verdict, at }: VerdictStory, words: Words): Html {
  const conclusion = effective(verdict);
  const tone: Tone = conclusion === 'pass' ? 'good' : conclusion === 'abstain' ? 'off' : 'bad';
  const score = verdict.score === undefined ? '' : `, score ${verdict.score}`;
  const unmet = verdict.criteria.filter((criterion) => !criterion.met).length;
  return markup`<article class="card">
    <p>
      ${mark(tone, conclusion)} <b>${capital(subjectWords(subject))}</b>
      <small
        >${verdict.role}, confidence ${Math.round(verdict.confidence * 100)} %${score}, ${timeOf(at)}</small
      >
    </p>
    ${verdict.criteria.length === 0 ? undefined : markup`<p>${verdict.criteria.length - unmet} of ${plural(verdict.criteria.length, 'acceptance criterion', 'acceptance criteria')} met.</p>`}
    ${
      verdict.findings.length === 0
        ? undefined
        : markup`<ul>
            ${verdict.findings.map(findingItem)}
          </ul>`
    }
    ${more('The verdict in words', markdown(words(verdict.blob)))}
  </article> `;
}

function subjectWords(subject: string): string {
  if (subject === 'run') return 'the whole change';
  return subject.startsWith('task/')
    ? `task ${subject.slice('task/'.length)}`
    : `the plan, by the ${subject}`;
}

function findingItem(finding: Finding): Html {
  const at = placeOf(finding);
  const place = at === undefined ? undefined : markup` <code>${at}</code>`;
  return markup`<li><b>${finding.severity}</b> ${finding.title}${place} <small>${validationWords(finding)}</small></li>`;
}

const failuresMax = 50;

export function failuresSection({ failures, summary }: ReportParts): Html | undefined {
  if (failures.length === 0) return undefined;
  const shown = failures.slice(-failuresMax);
  const { recurring } = summary;
  return markup`${
    recurring.length === 0
      ? undefined
      : markup`<p>Came more than once:</p>
            <ul>
              ${recurring.map((item) => markup`<li>${item.ids.length} times <code>${item.pattern}</code></li>`)}
            </ul>`
  }
    ${failures.length > shown.length ? markup`<p class="note">${plural(failures.length - shown.length, 'failure')} before these left out; log.jsonl has them.</p>` : undefined}
    <ol class="failures">
      ${shown.map(failureItem)}
    </ol>`;
}

function failureItem(failure: Failure): Html {
  const task = failure.task === undefined ? '' : ` on task ${failure.task}`;
  return markup`<li>
    <p>
      ${mark('bad', failure.stage)} <b>${capital(reasonWords[failure.reason])}</b>${task}. Then:
      ${failure.next}. <small>${failure.actor}, ${failure.id}, ${timeOf(failure.at)}</small>
    </p>
    <p><code>${failure.summary}</code></p>
    ${failure.details === '' || failure.details === failure.summary ? undefined : more('In full', markup`<pre>${failure.details}</pre>`)}
  </li> `;
}
