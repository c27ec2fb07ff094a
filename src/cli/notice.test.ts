import { describe, expect, test } from 'vitest';
import { drive, failing } from '../../test/support/core.ts';
import type { Io } from './command.ts';
import { Notices } from './notice.ts';

const [bell, escape] = ['\u0007', '\u001B'];

function noticesAt(io: Partial<Pick<Io, 'live' | 'env'>> = {}): { notices: Notices; said: () => string } {
  let said = '';
  const notices = new Notices({ err: (text) => void (said += text), live: true, env: {}, ...io });
  return { notices, said: () => said };
}

const atGate = () =>
  drive()
    .go((run) => run.gates.length > 0)
    .run();

describe('a run at a gate', () => {
  test('is told by a notice and a bell, once', () => {
    const { notices, said } = noticesAt();
    notices.atRest(atGate());
    notices.atRest(atGate());
    expect(said()).toBe(`${escape}]9;Slipway waits for you: the plan gate of r1 (Add a thing)${bell}${bell}`);
  });

  test('is told once where several runs wait for the same login', () => {
    const { notices, said } = noticesAt();
    const waiting = drive({
      script: ({ kind }) =>
        kind === 'ask' ? failing('auth', { provenance: { agent: 'claude', transcript: 't' } }) : undefined,
    })
      .go((run) => run.gates.length > 0)
      .run();
    notices.atRest(waiting);
    notices.atRest({ ...waiting, id: 'r2' });
    expect(said().split('the login of the agent claude')).toHaveLength(2);
  });

  test('rings nothing where NO_BELL is set', () => {
    const { notices, said } = noticesAt({ env: { NO_BELL: '1' } });
    notices.atRest(atGate());
    expect(said().endsWith(`(Add a thing)${bell}`)).toBe(true);
  });

  test('says nothing where there is no terminal', () => {
    const { notices, said } = noticesAt({ live: false });
    notices.atRest(atGate());
    expect(said()).toBe('');
  });

  test('cannot say more than one line, whatever its title tries', () => {
    const { notices, said } = noticesAt();
    notices.atRest({ ...atGate(), title: `a${bell}\n${escape}]0;b` });
    const inner = said().slice(`${escape}]9;`.length, -2);
    // oxlint-disable-next-line no-control-regex
    expect(inner).not.toMatch(/[\u0000-\u001f]/);
  });
});

test('a run that is at no gate is not told of', () => {
  const { notices, said } = noticesAt();
  notices.atRest(drive().run());
  notices.atRest(drive().go().run());
  expect(said()).toBe('');
});
