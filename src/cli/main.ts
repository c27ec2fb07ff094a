#!/usr/bin/env node
// The command line: which commands there are and where each lives. A command's file is loaded when it is called.

import { availableParallelism, homedir, tmpdir } from 'node:os';
import { codeOf } from '../app/ending/exit-codes.ts';
import type { Surroundings } from '../app/home/home-places.ts';
import type { CommandEntry, Io } from './command.ts';
import { processIo } from './io.ts';
import { dispatch } from './program.ts';

/** In the order the help shows them. */
const commands: Readonly<Record<string, CommandEntry>> = {
  init: { summary: 'write a slipway.yaml to start from', load: () => import('./commands/init.ts') },
  run: { summary: 'start a run for a ticket', attaches: true, load: () => import('./commands/run.ts') },
  list: { summary: 'the runs of this home', load: () => import('./commands/list.ts') },
  status: { summary: 'where a run is', load: () => import('./commands/status.ts') },
  show: {
    summary: 'plan, reviews, evidence and pull request of a run',
    load: () => import('./commands/show.ts'),
  },
  report: { summary: 'the report of a run, as a page', load: () => import('./commands/report.ts') },
  diff: { summary: 'what a run changes', load: () => import('./commands/diff.ts') },
  logs: { summary: 'transcripts and check output of a run', load: () => import('./commands/logs.ts') },
  watch: { summary: 'a run while it moves', load: () => import('./commands/watch.ts') },
  gates: { summary: 'what waits for a person', load: () => import('./commands/gates.ts') },
  approve: { summary: 'say yes at a gate', load: () => import('./commands/approve.ts') },
  revise: { summary: 'ask for changes at a gate', load: () => import('./commands/revise.ts') },
  reject: { summary: 'say no at a gate', load: () => import('./commands/reject.ts') },
  answer: { summary: 'answer a question of a run', load: () => import('./commands/answer.ts') },
  code: { summary: 'a code for an answer through MCP', load: () => import('./commands/code.ts') },
  checks: { summary: 'give a run other commands for its checks', load: () => import('./commands/checks.ts') },
  tell: { summary: 'tell the agents something', load: () => import('./commands/tell.ts') },
  triage: {
    summary: 'give it what was said about its pull request',
    load: () => import('./commands/triage.ts'),
  },
  take: { summary: 'do a task yourself', load: () => import('./commands/take.ts') },
  give: { summary: 'give a task back that you took', load: () => import('./commands/give.ts') },
  open: { summary: 'where the files of a run are', load: () => import('./commands/open.ts') },
  pause: { summary: 'stop the agents of a run for now', load: () => import('./commands/pause.ts') },
  resume: {
    summary: 'take up what was interrupted or paused',
    attaches: true,
    load: () => import('./commands/resume.ts'),
  },
  skip: { summary: 'leave out the coverage of a run', load: () => import('./commands/skip.ts') },
  retry: { summary: 'let a blocked run go on', load: () => import('./commands/retry.ts') },
  cancel: { summary: 'end a run', load: () => import('./commands/cancel.ts') },
  merge: { summary: 'order the merge of a pull request', load: () => import('./commands/merge.ts') },
  revert: {
    summary: 'open a pull request that takes a merged change back',
    load: () => import('./commands/revert.ts'),
  },
  land: { summary: 'put the change into your repository', load: () => import('./commands/land.ts') },
  policy: {
    summary: 'show, check or explain the policy here',
    load: () => import('./commands/policy.ts'),
  },
  memory: { summary: 'what is remembered here', load: () => import('./commands/memory.ts') },
  verify: { summary: 'check the journal of a run', load: () => import('./commands/verify.ts') },
  replay: { summary: 'decide a recorded run once more', load: () => import('./commands/replay.ts') },
  export: { summary: 'one run in one file', load: () => import('./commands/export.ts') },
  import: { summary: 'a run of another home, to look at', load: () => import('./commands/import.ts') },
  explain: { summary: 'why a run is where it is', load: () => import('./commands/explain.ts') },
  agents: { summary: 'the agents here, and their logins', load: () => import('./commands/agents.ts') },
  engine: { summary: 'the process that moves the runs', load: () => import('./commands/engine.ts') },
  serve: { summary: 'serve the page and the API', load: () => import('./commands/serve.ts') },
  triggers: { summary: 'what else starts and steers runs', load: () => import('./commands/triggers.ts') },
  chat: { summary: 'talk about a run, line by line', load: () => import('./commands/chat.ts') },
  mcp: { summary: 'runs for programs that speak MCP', load: () => import('./commands/mcp.ts') },
  people: { summary: 'who else may look and decide', load: () => import('./commands/people.ts') },
  service: { summary: 'start the engine after a reboot', load: () => import('./commands/service.ts') },
  gc: { summary: 'delete what nobody needs any more', load: () => import('./commands/gc.ts') },
  completions: {
    summary: 'words for the Tab key of your shell',
    load: () => import('./commands/completions.ts'),
  },
  doctor: { summary: 'what works here and what does not', load: () => import('./commands/doctor.ts') },
  rehearse: {
    summary: 'try out a policy, with faults by name',
    load: () => import('./commands/rehearse.ts'),
  },
  demo: { summary: 'a whole run on a sample repository', load: () => import('./commands/demo.ts') },
};

export async function main(argv: readonly string[], io: Io): Promise<number> {
  const surroundings: Surroundings = {
    env: io.env,
    homedir: homedir(),
    tmp: tmpdir(),
    uid: process.getuid?.() ?? 0,
    cores: availableParallelism(),
  };
  try {
    return codeOf(await dispatch(commands, argv, { io, surroundings }));
  } catch (error) {
    const { exitFor, explainError } = await import('../app/ending/exit-for.ts');
    const exit = exitFor(error);
    const message = explainError(error, io.env);
    if (wantsJson(argv))
      io.out(`${JSON.stringify({ error: { message: message.trimEnd(), exit, code: codeOf(exit) } })}\n`);
    io.err(message);
    return codeOf(exit);
  }
}

/** Also where the words could not be understood: whoever reads JSON gets a document, whatever happens. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).includes('--json');
}

process.exitCode = await main(process.argv.slice(2), processIo());
