// Markdown that people and later roles read, made from parsed answers. Pure.

import type { Finding, Verdict } from '../../core/roles/verdict.ts';
import { validationWords } from '../../views/words/finding-words.ts';
import type { AnalysisAnswer, DesignAnswer, QuestionAnswer, VerdictAnswer } from '../../prompts/prompts.ts';

type Looked = Pick<Finding, 'validation' | 'doubt'>;

/** A pull request tells this part of an analysis too. */
export const deniedHeading = 'What the ticket says and the code denies';

export function analysisText({ analysis, relatedCode, denied = [] }: AnalysisAnswer): string {
  const related = relatedCode.map(
    (item) => `- \`${item.file}${item.line === undefined ? '' : `:${item.line}`}\`: ${item.why}`,
  );
  const claims = denied.map(({ claim, reality }) => `- ${oneLine(claim)} But: ${oneLine(reality)}`);
  return [analysis, '', ...section('Related code', related), ...section(deniedHeading, claims)]
    .join('\n')
    .replace(/\n+$/, '\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function designText(answer: DesignAnswer): string {
  return `# Design\n\n${answer.design}\n`;
}

/** `found` and `shown`: of each finding and each criterion, in the order of the answer, what came of looking it up. */
export function verdictText(
  answer: VerdictAnswer,
  found: readonly Looked[] = [],
  shown: Verdict['criteria'] = [],
): string {
  const findings = answer.findings.map((finding, at) => {
    const place =
      finding.file === undefined
        ? ''
        : ` (\`${finding.file}${finding.line === undefined ? '' : `:${finding.line}`}\`)`;
    const doubt =
      found[at]?.validation === 'rejected' ? ` (${validationWords(found[at])}; it need not be mended)` : '';
    return `- **${finding.severity}** ${finding.title}${place}${doubt}: ${finding.detail}`;
  });
  const criteria = answer.criteria.map(
    (criterion, at) =>
      `- ${criterion.id}: ${criterion.met ? 'met' : 'not met'}. ${criterion.evidence}${shown[at]?.unproven === true ? unproven : ''}`,
  );
  const mandates = (answer.mandates ?? []).map(
    (mandate) => `- ${mandate.id}: ${mandate.followed ? 'followed' : 'not followed'}. ${mandate.evidence}`,
  );
  return [
    `# Verdict: ${answer.conclusion}`,
    '',
    answer.summary,
    '',
    `Confidence: ${answer.confidence}${answer.score === undefined ? '' : `, score: ${answer.score}`}`,
    '',
    ...section('Findings', findings),
    ...section('Acceptance criteria', criteria),
    ...section('Mandates', mandates),
  ].join('\n');
}

const unproven =
  ' (That counts as not met: the evidence names no file, line, test or check that exists. Give one of them.)';

export function questionText(answer: QuestionAnswer): string {
  const options = answer.options.map((option, index) =>
    [
      `## Option ${index + 1}: ${option.title}${answer.recommendation === index + 1 ? ' (recommended)' : ''}`,
      '',
      `- For: ${option.pros}`,
      `- Against: ${option.cons}`,
      `- Files: ${list(option.files)}`,
      `- Impact: ${option.impact}`,
    ].join('\n'),
  );
  return ['# Question', '', answer.question, '', ...options.flatMap((option) => [option, ''])].join('\n');
}

/** What a role leaves open, for a person: with one option where it says itself how it would be answered. */
export function openText(title: string, points: readonly string[], isRecommended: boolean): string {
  return [
    '# Question',
    '',
    title,
    '',
    ...points.map((point) => `- ${oneLine(point)}`),
    '',
    ...(isRecommended ? ['## Option 1: As it says (recommended)', ''] : []),
    'Say what holds, in your own words; whoever asks goes on by your answer.',
    '',
  ].join('\n');
}

/** What an answer is sent back with. */
export function problemsText(problems: readonly string[]): string {
  return `The answer cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}\n`;
}

export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

export function list(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.map((item) => `\`${item}\``).join(', ');
}

/** A text as it is, in a fence that it cannot close. */
export function quoted(text: string): string {
  const longest = Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1));
  const fence = '`'.repeat(longest);
  return `${fence}\n${text.replace(/\n+$/, '')}\n${fence}`;
}
