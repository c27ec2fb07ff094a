// The person's edit in this example, as a program, so that it can be replayed: the ellipse gets a task of its own.
// Slipway starts it as the editor, with the plan's file as its argument.

import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2];
const before = readFileSync(file, 'utf8');
const task = `  - id: ellipse
    title: Perimeter of the ellipse
    description: The second approximation of Ramanujan, which is exact for a circle.
    files: [src/ellipse.js]
    tests: [test/ellipse.test.js]
    dependsOn: []
    executor: implementer
    verification: [test]
    changedLines: 20
    successCriteria: [The ellipse with equal axes has the perimeter of the circle.]
    covers: [AC1, AC2]
    destructive: false
`;
const after = before
  .replace(/^ +- src\/ellipse\.js\n/m, '')
  .replace(/^ +- test\/ellipse\.test\.js\n/m, '')
  .replace(/^risks:/m, `${task}risks:`);
writeFileSync(file, after);
