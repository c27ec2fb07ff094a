// Probes as data: each is looked at before anybody hears of it, its script is kept, and all of them are put into words for who is
// to let them run. Nothing is run here.

import { isFile, isInside } from '../../core/fence/paths.ts';
import type { Probe } from '../../core/roles/asked-first.ts';
import type { ProbesAnswer } from '../../prompts/prompts.ts';
import { oneLine } from '../one-line.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import type { ReadAnswer } from './answers.ts';
import { quoted } from './texts.ts';

type Given = ProbesAnswer['probes'][number];

type Parts = Pick<EffectParts, 'blobs' | 'screener' | 'workspaces'>;

export async function probesFrom(
  parts: Parts,
  { probes }: ProbesAnswer,
  { repository, commit }: { readonly repository: string; readonly commit: string },
): Promise<ReadAnswer> {
  const files = new Set(await parts.workspaces.listFiles(repository, commit));
  const problems = probes.flatMap((probe, at) => {
    const before = probes.slice(0, at);
    return problemsWith(parts, probe, { files, before });
  });
  if (problems.length > 0) return { ok: false, problems };
  const [blob, ...kept] = await Promise.all([
    keepText(parts, probesText(probes)),
    ...probes.map((probe) => keptProbe(parts, probe)),
  ]);
  return { ok: true, result: { answer: 'probes', probes: kept, blob } };
}

async function keptProbe(parts: Parts, { name, path, content, command }: Given): Promise<Probe> {
  return { name: oneLine(parts, name), path, blob: await keepText(parts, content), command };
}

/** A probe shows the repository as it is, so that it brings files and changes none. */
function problemsWith(
  { screener }: Parts,
  probe: Given,
  { files, before }: { readonly files: ReadonlySet<string>; readonly before: readonly Given[] },
): readonly string[] {
  const { name, path, content, command, shows } = probe;
  if ([name, path, content, command, shows].some((text) => screener.redact(text).text !== text)) {
    return ['a probe holds what looks like a secret; find out without it'];
  }
  if (!isInside(path) || !isFile(path)) {
    return [`'${path}' is not a path inside the repository for the probe '${name}'`];
  }
  return [
    ...(files.has(path) ? [`'${path}' exists already; give the probe '${name}' as a file of its own`] : []),
    ...(before.some((other) => other.path === path) ? [`two probes are to be '${path}'`] : []),
    ...(before.some((other) => other.name === name) ? [`two probes are called '${name}'`] : []),
  ];
}

function probesText(probes: readonly Given[]): string {
  return [
    '# Probes',
    '',
    ...probes.flatMap(({ name, path, content, command, shows }) => [
      `## ${flat(name)}`,
      '',
      `It is to show: ${flat(shows)}`,
      '',
      'Command:',
      '',
      quoted(command),
      '',
      `File ${path}:`,
      '',
      quoted(content),
      '',
    ]),
  ].join('\n');
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
