// The key of a ticket in somebody's tracker, as people write it before what they want: `PROJ-12: fix the login`.
//   TRACKER-KEY-1. A key is told from other words by what stands around it, and names of standards, which look alike, are none:
//       two tickets about UTF-8 are not one ticket.

const key = '[A-Z][A-Z0-9]{1,9}-[1-9][0-9]{0,6}';
const before = new RegExp(`^(?:\\[(${key})\\]:?|\\((${key})\\):?|(${key})(?::|\\s[-–—]))\\s+(?=\\S)`);

const standards: ReadonlySet<string> = new Set(
  'AES ANSI BASE CP CVE CWE DES DIN ECMA ED ES GPT HTTP IEC IEEE ISO KOI MD NIST OWASP PEP RFC RSA SHA SSL TLS UCS UTF'.split(
    ' ',
  ),
);

export interface Keyed {
  readonly id: string;
  /** What is left of the title. */
  readonly title: string;
}

export function keyedTitle(title: string): Keyed | undefined {
  const [all, ...found] = before.exec(title) ?? [];
  const id = found.find((each) => each !== undefined);
  if (all === undefined || id === undefined) return undefined;
  const [project = ''] = id.split('-');
  return standards.has(project) ? undefined : { id, title: title.slice(all.length) }; // TRACKER-KEY-1
}
