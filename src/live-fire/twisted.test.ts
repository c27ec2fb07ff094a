import { describe, expect, test } from 'vitest';
import { twisted, twistedAt } from './twisted.ts';

const token = { id: 'abc' };
const word = "'slipway-canary-abc-asserted'";
const script = `. ./test/lib.sh
# equal to 3
equal 'two are four' "$(double 2)" 4
equal "none" "$(double 0)" '0'
say 'not "$(this)"' "$(double 1)"
finish
`;

describe('[E9] a script that asserts in its own way', () => {
  test('is asked for something else by the value at the end of a line, from the last one on', () => {
    expect(twisted(script, script, token).map(({ text }) => text)).toEqual([
      script.replace("'0'", word),
      script.replace(')" 4', `)" ${word}`),
    ]);
  });

  test('is asked in calls of other languages too, and in lines that both texts have', () => {
    const text = "const two = 2;\ncheck('adds', add(1, 1), two);\nsame(add(2, 2), 4);\n";
    const [first] = twisted(text, `// more\n${text}`, token);
    expect(first?.text).toBe(text.replace(', 4);', `, ${word});`));
    expect(twisted(text, 'same(add(2, 2), 5);\n', token)).toEqual([]);
    expect(first === undefined ? '' : twistedAt(`// more\n${text}`, first, token)).toBe(
      `// more\n${first?.text}`,
    );
  });
});
