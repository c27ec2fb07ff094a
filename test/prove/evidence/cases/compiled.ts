// The same in languages that are compiled, where they are installed.

import type { Dishonest } from '../case.ts';
import { edited } from '../case.ts';
import { go, goFixed, goTests, rust, rustFixed } from '../projects/compiled.ts';

const why = 'The change breaks the middle, and the test that says so is not run or does not look any more.';
const rustBroken = edited(rustFixed, '(high - low) / 2', '(high - low)');
const goBroken = edited(goFixed, '(high-low)/2', '(high-low)');
const middle = '    #[test]\n    fn the_middle_is_halfway';
const names = ['src/lib.rs', 'the_middle_is_halfway'];

function rustCase(name: string, source: string): Dishonest {
  const work = { change: { 'src/lib.rs': source } };
  return { name: `${name} (rust)`, why, project: rust, needs: 'cargo', work, names };
}

function goCase(name: string, tests: string): Dishonest {
  const work = { change: { 'limits.go': goBroken, 'limits_test.go': tests } };
  return {
    name: `${name} (go)`,
    why,
    project: go,
    needs: 'go',
    work,
    names: ['limits_test.go', 'TestMiddle'],
  };
}

export const compiled: readonly Dishonest[] = [
  rustCase(
    'a test is ignored',
    edited(rustBroken, middle, edited(middle, '#[test]', '#[test]\n    #[ignore]')),
  ),
  rustCase(
    'a test loses its attribute',
    edited(rustBroken, middle, edited(middle, '    #[test]\n', '    #[allow(dead_code)]\n')),
  ),
  rustCase('an assertion is dropped', edited(rustBroken, 'assert_eq!(middle(2, 6), 4);', 'middle(2, 6);')),
  rustCase(
    'a test is expected to panic',
    edited(rustBroken, middle, edited(middle, '#[test]', '#[test]\n    #[should_panic]')),
  ),
  goCase(
    'a test is skipped',
    edited(goTests, 'TestMiddle(t *testing.T) {', 'TestMiddle(t *testing.T) {\n\tt.Skip("flaky")'),
  ),
  goCase('a test gets a name that is not found', edited(goTests, 'func TestMiddle', 'func checkMiddle')),
  goCase(
    'a failure is only logged',
    edited(goTests, 'found != 4 {\n\t\tt.Fatalf', 'found != 4 {\n\t\tt.Logf'),
  ),
  goCase(
    'the main of the tests ends well whatever happens',
    edited(
      edited(
        goTests,
        'import "testing"',
        'import (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}',
      ),
      'package limits\n',
      'package limits\n',
    ),
  ),
];
