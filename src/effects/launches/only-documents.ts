// What a documenter's task may change: documents, and in program texts nothing but their comments. New code would come without the
// tests that whoever writes code has to bring. Pure over the two sides of a file.

import { languageOf } from '../../tamper/language.ts';
import { mask } from '../../tamper/mask.ts';

const endings =
  /\.(?:md|mdx|mdc|markdown|rst|adoc|asciidoc|txt|org|tex|texi|pod|rdoc|pdf|png|jpe?g|gif|svg|webp|avif|ico|drawio|puml|mmd|[1-8])$/i;
const names =
  /(?:^|\/)(?:README|CHANGELOG|CHANGES|HISTORY|NEWS|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|CONTRIBUTING|MAINTAINERS|CITATION\.cff|mkdocs\.ya?ml|\.readthedocs\.ya?ml|book\.toml)$/i;
/** Texts that a program reads, whatever their ending says. */
const read = /(?:^|\/)(?:requirements[^/]*|constraints[^/]*|CMakeLists|robots)\.txt$/i;
const folder = /(?:^|\/)docs?\//i;

/** A program text is none, wherever it lies. */
export function isDocument(path: string): boolean {
  if (languageOf(path) !== undefined || read.test(path)) return false;
  return endings.test(path) || names.test(path) || folder.test(path);
}

/** Whether nothing but comments differs; of a text nobody can take apart everything is code. */
export function isOnlyComments(path: string, before: string | undefined, after: string | undefined): boolean {
  const language = languageOf(path);
  if (language === undefined || before === undefined || after === undefined) return false;
  const [was, is] = [before, after].map((text) => {
    const { words } = mask(text, language);
    return (language.name === 'python' ? words.replaceAll(docstring, '') : words)
      .split(/\s+/)
      .join(' ')
      .trim();
  });
  return was === is;
}

/** A string that stands alone is a comment in Python. */
const docstring = /^[ \t]*[rRuU]{0,2}("""|'''|"|')(?:(?!\1)[\s\S])*?\1[ \t]*$/gm;
