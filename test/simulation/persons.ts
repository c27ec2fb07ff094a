// The people around the runs. They start runs, decide gates late, twice, together or on what they read yesterday,
// give other commands where the base cannot be checked, pause, cancel, order merges and landings, retry what is blocked. When faults are over they are patient: they
// approve what is asked and retry what is blocked.

import type { Command } from '../../src/core/commands.ts';
import { theRepository } from '../support/the-repository.ts';
import type { Answer, Decider, Gate } from '../../src/core/gates/gate.ts';
import { isExpired } from '../../src/core/gates/gate.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import type { Run } from '../../src/core/run.ts';
import { openGates } from '../../src/core/run.ts';
import { asksForBase } from '../../src/core/stages/baseline.ts';
import type { OtherCheck } from '../../src/core/stages/other-checks.ts';
import { isNews, isWatched } from '../../src/core/stages/watched.ts';
import { inspected, install } from './looks.ts';
import type { Clients } from './clients.ts';
import type { Owner } from './owner.ts';
import type { Scene } from './scene.ts';
import { count, insist } from './trace.ts';
import { addCommit, pushByHand, sound, strikes, type World } from './world.ts';

export class Persons {
  readonly #scene: Scene;
  readonly #runs: readonly string[];
  readonly #clients: Clients;
  #names = 0;

  constructor(scene: Scene, runs: readonly string[], clients: Clients) {
    this.#scene = scene;
    this.#runs = runs;
    this.#clients = clients;
  }

  /** One thing somebody does, while faults are on. */
  async meddle(owner: Owner): Promise<void> {
    const { world, watch } = this.#scene;
    const id = world.random.maybe(this.#runs);
    if (id === undefined) return;
    const run = watch.ledgers.get(id)?.run;
    if (run === undefined) {
      await this.#say(owner, id, this.startOf(id));
      return;
    }
    if (world.random.chance(0.01)) await this.#say(owner, id, this.startOf(id)); // the same trigger, delivered again
    const command = this.#whim(run) ?? this.#duty(run);
    if (command === undefined) return;
    const { persons } = world.swarm;
    const again = command.type === 'gate.decide' && world.random.chance(persons.together);
    if (again) {
      count(this.#scene.tally, 'two-persons-at-once', command.type);
      await Promise.all([this.#say(owner, id, command), this.#say(owner, id, this.#other(run, command))]);
    } else {
      await this.#say(owner, id, command);
      // Whoever wants it to stop says so again where it does not look like it.
      if (world.random.chance(command.type === 'run.cancel' ? 0.5 : persons.twice)) {
        count(this.#scene.tally, 'same-command-twice', command.type);
        await this.#say(owner, id, command);
      }
    }
  }

  startOf(id: string): Command {
    const { policy, forge, level } = this.#scene.world.swarm;
    return {
      type: 'run.start',
      start: {
        run: id,
        pipeline: 'deliver',
        source: { tracker: 'local', ref: `ticket-${id}` },
        title: 'fix the thing',
        repositories: [
          {
            alias: 'app',
            repository: 'app',
            base: { branch: 'main', commit: 'base' },
            checkable: strikes(this.#scene.world, forge.seenCheckable),
          },
        ],
        policy,
        policyHash: policy === defaultPolicy ? 'default' : 'drawn',
        config: 'config',
        forge: 'local',
        level,
        by: this.#decider(''),
      },
    };
  }

  /** What a patient person does about a run that waits for them; undefined when it does not. */
  duty(run: Run): Command | undefined {
    const by = (read: string) => this.#decider(read);
    const head = theRepository(run).head.commit;
    if (run.ended === 'completed') return this.#wantsLanding(run) ? landing(run, by(head)) : undefined;
    if (run.ended !== undefined) return undefined;
    if (run.paused) return { type: 'run.resume', by: by('') };
    if (run.blocked !== undefined) return { type: 'run.retry', by: by(''), comment: 'go on' };
    const [gate] = openGates(run);
    if (this.#isOverdue(run)) return { type: 'run.retry', by: by('') };
    return gate === undefined ? undefined : this.#decide(gate, 'approve', gate.digest);
  }

  /** Whoever looks after a jump of the clock is told that the gate is too old, and asks to be asked again. */
  #isOverdue(run: Run): boolean {
    const { now } = this.#scene.world;
    return openGates(run).some((gate) => isExpired(gate, run.policy.gateMs, now));
  }

  #wantsLanding(run: Run): boolean {
    const wants = run.landingOrder !== undefined || this.#scene.world.swarm.persons.land > 0;
    const underWay = run.inFlight.some((effect) => effect.kind === 'land');
    const given = run.landingOrder === undefined || run.visit.warned.includes('land');
    return wants && run.landed === undefined && !underWay && given;
  }

  /** A person's name is used once, so that what they had read is known. */
  #decider(read: string): Decider {
    this.#names += 1;
    const who = `person-${this.#names}`;
    this.#scene.world.saw.set(who, read);
    return { who, authenticated: 'local', channel: 'terminal' };
  }

  #decide(gate: Gate, answer: Answer, seen: string): Command {
    const choice = gate.kind === 'question' ? { choice: 1 } : {};
    const decision = { answer, by: this.#decider(seen), comment: `because-${this.#names}`, ...choice };
    return { type: 'gate.decide', gate: gate.id, seen, decision };
  }

  /** Something nobody asked for. */
  #whim(run: Run): Command | undefined {
    const { random, swarm } = this.#scene.world;
    const { persons } = swarm;
    const by = (read: string) => this.#decider(read);
    const head = this.#headRead(run);
    if (random.chance(persons.cancel)) return { type: 'run.cancel', by: by('') };
    if (random.chance(persons.pause)) return { type: run.paused ? 'run.resume' : 'run.pause', by: by('') };
    if (run.visit.stage !== 'merge' || !random.chance(persons.order)) return undefined;
    return random.chance(0.5)
      ? { type: 'run.merge', by: by(head), head }
      : { type: 'run.land', by: by(head), head, how: random.pick(['branch', 'fast-forward']) };
  }

  /** The head a person has in front of them: the run's, or one that is no longer it. */
  #headRead(run: Run): string {
    const { world, tally } = this.#scene;
    const head = theRepository(run).head.commit;
    if (!world.random.chance(world.swarm.persons.stale)) return head;
    count(tally, 'stale-decision', 'order');
    return world.random.maybe([...world.commits.keys()]) ?? head;
  }

  #duty(run: Run): Command | undefined {
    const { world } = this.#scene;
    const gate = this.#isOverdue(run) ? undefined : world.random.maybe(openGates(run));
    if (gate === undefined) return world.random.chance(0.3) ? this.duty(run) : undefined;
    if (asksForBase(gate) && world.random.chance(0.6)) return this.#otherCommands();
    return this.#decide(gate, this.#answerTo(gate), this.#digestRead(run, gate));
  }

  /** Other commands, the check left out, or the same once more, for which somebody may have mended the machine. */
  #otherCommands(): Command {
    const { world } = this.#scene;
    const spec = { name: 'lint', kind: 'lint', timeoutMs: 1_000, when: 'task' } as const;
    const checks = world.random.pick<readonly OtherCheck[]>([
      [{ name: 'lint', spec: { ...spec, command: 'lint-by-hand' } }],
      [{ name: 'lint' }],
      [],
    ]);
    if (checks.length === 0 && world.random.chance(0.5)) install(world);
    return { type: 'checks.replace', by: this.#decider(''), checks };
  }

  #answerTo(gate: Gate): Answer {
    const { random, swarm } = this.#scene.world;
    if (random.chance(swarm.persons.reject)) return 'reject';
    return random.chance(swarm.persons.revise) && gate.kind !== 'question' ? 'revise' : 'approve';
  }

  /** What they read: this gate's subject, or that of one before. */
  #digestRead(run: Run, gate: Gate): string {
    const { world, tally } = this.#scene;
    if (!world.random.chance(world.swarm.persons.stale)) return gate.digest;
    count(tally, 'stale-decision', gate.kind);
    const before = run.gates.find((item) => item.kind === gate.kind && item.digest !== gate.digest);
    return before?.digest ?? 'what it said yesterday';
  }

  /** What a second person says at the same moment. */
  #other(run: Run, command: Command): Command {
    if (command.type !== 'gate.decide') return command;
    const gate = run.gates.find((item) => item.id === command.gate);
    return gate === undefined ? command : this.#decide(gate, this.#answerTo(gate), gate.digest);
  }

  async #say(owner: Owner, id: string, command: Command): Promise<void> {
    const { world } = this.#scene;
    if (strikes(world, world.swarm.clients.through)) this.#clients.bring(owner, id, command);
    else await tell(this.#scene, owner, id, command);
  }
}

export async function tell(scene: Scene, owner: Owner, id: string, command: Command): Promise<void> {
  const sentAs = isExempt(command) ? undefined : `${command.type}-${scene.orders.sent++}`;
  const submitted = await owner.submit(id, command, sentAs);
  // Whoever hears nothing says it once more, to the same owner; and some things simply come twice.
  if (sentAs !== undefined && (submitted === undefined || scene.orders.sent % 3 === 0)) {
    const again = await owner.submit(id, command, sentAs);
    if (submitted?.ok === true && again !== undefined) {
      insist(again.ok && again.repeated === true, 'W8 an order takes hold once', `${sentAs} was taken again`);
      count(scene.tally, 'command-repeated', command.type);
    }
  }
  const answer = submitted === undefined ? 'lost' : submitted.ok ? 'accepted' : submitted.refusal.refused;
  scene.trace.say(`${command.type} ${id} to ${owner.name}: ${answer}`);
  count(scene.tally, `command-${answer}`, command.type);
}

/** What the engine finds out by itself has no sender who could repeat it. */
function isExempt({ type }: Command): boolean {
  return type === 'pull-request.see';
}

function landing(run: Run, by: Decider): Command {
  return { type: 'run.land', by, head: theRepository(run).head.commit, how: 'branch' };
}

/** Somebody does something on the forge by hand. */
export function meddleOnForge(world: World): void {
  const { random, swarm } = world;
  const open = random.maybe(world.pullRequests.filter((item) => item.state === 'open'));
  if (open === undefined) return;
  if (random.chance(swarm.forge.closed)) open.state = 'closed';
  else if (random.chance(swarm.forge.mergedByHand)) {
    const head = world.branches.get(open.branch)?.at(-1) ?? '';
    open.state = 'merged';
    open.merges.push({ head, commit: `by-hand-${open.number}` });
    world.commits.set(`by-hand-${open.number}`, { tree: '', defect: 'none', heals: false });
  } else if (random.chance(swarm.forge.pushedByHand)) {
    pushByHand(world, open.branch);
  } else if (random.chance(swarm.forge.targetMoves)) {
    world.target = addCommit(world, `${world.target} and more`, sound);
  }
}

/** Whoever meddled has been talked to: closed pull requests are open again. What was pushed by hand stays: runs go on on top. */
export function makeUp(world: World): void {
  for (const item of world.pullRequests) if (item.state === 'closed') item.state = 'open';
}

/** A merge gate stands open for days, and on each somebody may do something on the forge. */
const daysAsked = 30;

/** The owner looks at a pull request that waits at its merge gate, and tells its run what is new about it. */
export async function lookOnForge(scene: Scene, owner: Owner): Promise<void> {
  const { world, watch, tally } = scene;
  const waiting = [...watch.ledgers.values()].map(({ run }) => run).filter(isWatched);
  const run = world.random.maybe(waiting);
  const number = run === undefined ? undefined : theRepository(run).pullRequest?.number;
  if (run === undefined || number === undefined) return;
  for (let day = 0; day < daysAsked; day += 1) meddleOnForge(world);
  const seen = inspected(world, run, number);
  if (!isNews(run, theRepository(run), seen)) return;
  count(tally, 'news-at-merge-gate', seen.state);
  await tell(scene, owner, run.id, { type: 'pull-request.see', found: seen });
}
