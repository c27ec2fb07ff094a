// A role that has something looked up on the web, through the whole program, at a search engine on loopback.

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeSample, smallPlan as plan } from '../support/sample.ts';

// A planner that wants to know something first, and plans once it was told.
const planner = `prompt=$(cat)
case "$prompt" in
*"Data from strangers on the web"*"A page about constants"*) echo '${JSON.stringify(plan)}' ;;
*) echo '{"type":"search","searches":["constants in modules"]}' ;;
esac
`;

test('a planner has something looked up, plans with what was found, and the report tells of it', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const found = { title: 'A page about constants', url: 'https://example.org/c', content: 'Export them.' };
    response.end(JSON.stringify({ results: [found] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const sample = await makeSample({
    config: `  c: { type: command, command: [sh, agent.sh] }\nroles: { default: s, planner: c }\nsearch: { searxng: "http://127.0.0.1:${port}/" }\n`,
    files: { 'agent.sh': planner },
  });
  try {
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    expect([said.exit, said.err]).toEqual([
      7,
      expect.stringContaining('planning: the web search found 1 page'),
    ]);
    expect(asked).toEqual(['/search?q=constants+in+modules&format=json']);
    expect(reportIn(sample.home)).toContain('had looked up: constants in modules.');
  } finally {
    await sample.remove();
    server.close();
  }
});

function reportIn(home: string): string {
  const report = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith('report.html'),
  );
  return readFileSync(path.join(home, report ?? 'report.html'), 'utf8').replaceAll(/\s+/g, ' ');
}
