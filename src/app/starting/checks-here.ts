// The checks of a repository as a run that starts now would have them, and the commands a person is asked to trust for that.

import type { Config } from '../../config/config.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { coverageNamed, withNamed } from '../../core/evidence/named-checks.ts';
import type { Checkout } from '../../workspace/workspace.ts';
import { UserError } from '../ending/user-error.ts';
import { hashText } from '../hash-text.ts';
import { makeHome } from '../home/home-places.ts';
import type { Tools } from '../parts.ts';
import { configIn } from './read-config.ts';
import type { Running } from './trusted-commands.ts';
import { commandsOf } from './trusted-commands.ts';

export interface ChecksHere {
  readonly checkout: Checkout;
  readonly checks: readonly CheckSpec[];
  /** What would be executed on this machine, and what binds a person's trust to it. */
  readonly commands: readonly string[];
  readonly commandsHash: string;
}

export async function checksHere(tools: Tools, dir: string): Promise<ChecksHere> {
  await makeHome(tools.places);
  const checkout = await lookAt(tools, dir);
  await tools.workspaces.ensure(checkout.repository, checkout.commit);
  const { config } = await configIn(tools.surroundings, checkout.root);
  const running = await checksAt(tools, config, checkout);
  const commands = commandsOf(config, running);
  return { checkout, checks: running.checks, commands, commandsHash: hashText(commands.join('\n')) };
}

export async function lookAt(tools: Tools, dir: string): Promise<Checkout> {
  const checkout = await tools.workspaces.look(dir);
  if ('problem' in checkout) throw new UserError(checkout.problem, checkout.kind);
  return checkout;
}

/** As the survey of a run finds them, at the same commit. */
export async function checksAt(tools: Tools, config: Config, checkout: Checkout): Promise<Running> {
  const { repository, commit } = checkout;
  const files = await tools.workspaces.listFiles(repository, commit);
  const read = (file: string): Promise<string | undefined> =>
    tools.workspaces.readFile(repository, commit, file);
  const found = await tools.checks.survey(read, files);
  const coverage = coverageNamed(found.coverage, config, config.policy);
  return { checks: withNamed(found.checks, config), ...(coverage === undefined ? {} : { coverage }) };
}
