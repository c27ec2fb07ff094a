// The wiki text of Jira Data Center, as Markdown. Modest: what it does not know stays as it is written. Pure, line by line.

export function markdownOfWiki(text: string): string {
  const lines: string[] = [];
  let code: string | undefined;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const [, kind, given = ''] = /^\s*\{(code|noformat)(?::([^}]*))?\}\s*$/.exec(line) ?? [];
    if (code !== undefined && kind === code) {
      lines.push('```');
      code = undefined;
    } else if (code !== undefined) lines.push(line);
    else if (kind !== undefined) {
      lines.push(`\`\`\`${languageIn(given)}`);
      code = kind;
    } else lines.push(lineOf(line));
  }
  return lines.join('\n').trim();
}

/** `{code:java|title=…}` and `{code:title=…|language=java}` are both written. */
function languageIn(given: string): string {
  const words = given.split('|').map((word) => word.trim());
  const named = words.find((word) => word.startsWith('language='))?.slice('language='.length);
  return (named ?? words.find((word) => !word.includes('=')) ?? '').replaceAll(/[^\w+#.-]/g, '');
}

function lineOf(line: string): string {
  const [, level, heading = ''] = /^h([1-6])\.\s+(.*)$/s.exec(line) ?? [];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${inline(heading)}`;
  const [, quoted] = /^bq\.\s+(.*)$/s.exec(line) ?? [];
  if (quoted !== undefined) return `> ${inline(quoted)}`;
  const [, bullets, item = ''] = /^\s*([*#-]{1,6})\s+(.*)$/s.exec(line) ?? [];
  if (bullets !== undefined) {
    const sign = bullets.endsWith('#') ? '1.' : '-';
    return `${'  '.repeat(bullets.length - 1)}${sign} ${inline(item)}`;
  }
  if (line.startsWith('||') && line.length > 3 && line.trimEnd().endsWith('||')) return headOf(line);
  return inline(line);
}

function headOf(line: string): string {
  const cells = line
    .trim()
    .replaceAll(/^\|\||\|\|$/g, '')
    .split('||')
    .map((cell) => inline(cell.trim()));
  return `| ${cells.join(' | ')} |\n| ${cells.map(() => '---').join(' | ')} |`;
}

function inline(line: string): string {
  return line
    .split(/(\{\{(?:(?!\{\{|\}\}).)*\}\})/)
    .map((part) => (part.startsWith('{{') && part.endsWith('}}') ? `\`${part.slice(2, -2)}\`` : words(part)))
    .join('');
}

/** No pattern goes past a further beginning of what it looks for: else each of many beginnings would be tried to the end. */
function words(text: string): string {
  return text
    .replaceAll(/\{(?:color|panel|quote|info|note|warning|tip)(?::[^{}]*)?\}/g, '')
    .replaceAll(/\[~([^[\]\s]+)\]/g, '@$1')
    .replaceAll(/\[([^[\]|]+)\|(https?:[^[\]|\s]+)(?:\|[^[\]]*)?\]/g, '[$1]($2)')
    .replaceAll(/\[(https?:[^[\]|\s]+)\]/g, '$1')
    .replaceAll(
      /!([^!\s|]+\.[A-Za-z0-9]{2,5})(?:\|[^!]*)?!/g,
      '[picture or file: $1](attached-to-the-ticket)',
    )
    .replaceAll(/(^|[\s(])\*(\S(?:[^*]*\S)?)\*(?=$|[\s.,;:!?)])/g, '$1**$2**');
}
