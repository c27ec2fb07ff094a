// `slipway init`: a slipway.yaml to start from.

import { initRepository } from '../../app/setting-up/init-repository.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandSpec } from '../command.ts';
import { json } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[--scripted | --skill]',
  about:
    'Writes a slipway.yaml into the repository you are in, with the checks it found and every default to look at. ' +
    'It never overwrites one. With --scripted it also writes a script that plays every role, so that a run works at ' +
    'once, without any account. With --skill it writes another file and nothing else: .agents/skills/slipway/SKILL.md, which teaches an agent that works ' +
    'here to drive Slipway.',
  examples: ['slipway init', 'slipway init --scripted && slipway run "Try it out"'],
  options: {
    skill: { type: 'boolean', describe: 'write an Agent Skill, and nothing else' },
    scripted: { type: 'boolean', describe: 'a rehearsal: also write a script that plays every role' },
  },
  wordsMax: 0,
  run: async (context) => {
    const { io } = context;
    if (context.flag('skill')) {
      const { writeSkill } = await import('../../app/setting-up/agent-skill.ts');
      const { root, written } = await writeSkill(context.surroundings, context.dir);
      io.out(context.json ? json({ root, written }) : written.map((name) => `${name}\n`).join(''));
      return 'done';
    }
    const scripted = context.flag('scripted');
    const { root, written, checks } = await initRepository(context.surroundings, context.dir, scripted);
    if (context.json) {
      io.out(json({ root, written, checks }));
      return 'done';
    }
    io.out(written.map((name) => `${name}\n`).join(''));
    const names = checks.map((check) => check.name).join(', ');
    io.err(
      `Written to ${forTerminal(root)}. ${names === '' ? 'No checks were found: name at least a test in it.' : `Checks found: ${names}.`}\n`,
    );
    io.err(
      scripted
        ? 'Next: slipway run "Try it out"  (a rehearsal: every role is played from slipway-script.yaml)\n'
        : 'Next: `slipway agents` says who would work here, `slipway doctor` what is missing. Without an agent, `slipway demo` shows a whole run.\n',
    );
    return 'done';
  },
};
