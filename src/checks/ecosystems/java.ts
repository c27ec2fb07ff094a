// Java and what else Maven and Gradle build, by the wrapper where the repository brings one. Neither can only fetch:
// what the tests need is known when tests are about to run, so setup asks for a test that does not exist.

import type { Ecosystem, FoundCheck } from './ecosystem.ts';
import { isThere, textsOf } from './ecosystem.ts';

const gradleFiles = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];
const noTest = 'slipway.NoSuchTest';

export const java: Ecosystem = {
  name: 'java',
  find: async (tree) => {
    const texts = await textsOf(tree, ['pom.xml', 'mvnw', 'gradlew', ...gradleFiles]);
    if (isThere(texts, 'pom.xml')) return maven(isThere(texts, 'mvnw') ? 'sh ./mvnw' : 'mvn');
    if (isThere(texts, ...gradleFiles)) return gradle(isThere(texts, 'gradlew') ? 'sh ./gradlew' : 'gradle');
    return [];
  },
};

function maven(program: string): readonly FoundCheck[] {
  const call = `${program} --batch-mode --no-transfer-progress`;
  const none = `-Dtest=${noTest} -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false`;
  return [
    { kind: 'setup', command: `${call} ${none} test` },
    { kind: 'build', command: `${call} --offline test-compile` },
    { kind: 'test', command: `${call} --offline --fail-at-end test`, parser: 'surefire' },
  ];
}

function gradle(program: string): readonly FoundCheck[] {
  const call = `${program} --no-daemon --console=plain`;
  return [
    // The second call fails for want of a test, after it has fetched what tests run with.
    { kind: 'setup', command: `${call} testClasses && { ${call} test --tests ${noTest} || true; }` },
    { kind: 'build', command: `${call} --offline testClasses` },
    { kind: 'test', command: `${call} --offline --continue test`, parser: 'junit' },
  ];
}
