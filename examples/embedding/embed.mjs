// Slipway inside a program: starts a run, tells what happens, answers the gate about its plan, and ends where a person has to be asked.
//
//   node embed.mjs FOLDER "what should be different"

import { openSlipway, verbs } from 'slipway';

const [dir, text] = process.argv.slice(2);
const slipway = openSlipway({ env: process.env, onTrouble: (error) => tell(String(error)) });

try {
  const started = await start({ dir, ticket: { text } });
  if (started.status !== 'started') throw new Error(`Not started: ${started.status}`);
  const { run } = started.ordered;
  process.stdout.write(`${JSON.stringify({ run, waits: await seeThrough(run) })}\n`);
} finally {
  await slipway.close();
}

/** Whoever runs this has looked at the commands of the folder: they are trusted by their hash, as they were told. */
async function start(input) {
  const asked = await slipway.order(verbs.start, input);
  return asked.status === 'not-trusted'
    ? slipway.order(verbs.start, { ...input, trust: asked.commandsHash })
    : asked;
}

/** Answers every plan with yes; what waits otherwise is for a person. */
async function seeThrough(run) {
  let after = 0;
  for (;;) {
    for await (const told of slipway.events(run, { after })) {
      after = told.seq;
      tell(`${told.seq} ${told.event.type}`);
    }
    const { gates } = await slipway.look(verbs.gates, { run });
    const plan = gates.find((gate) => gate.kind === 'plan');
    if (plan === undefined) return gates.map((gate) => gate.kind);
    const which = { run, gate: plan.gate };
    await slipway.order(verbs.decide, { ...which, answer: 'approve' }, { seen: plan.digest });
  }
}

function tell(line) {
  process.stderr.write(`${line}\n`);
}
