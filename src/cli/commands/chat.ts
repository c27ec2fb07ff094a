// `slipway chat`: a conversation at the terminal, line by line, through the same verbs as the page. It moves nothing itself: the engine
// of the home does, and goes on when the terminal is closed.

import type { Interface } from 'node:readline';
import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import type { Reach } from '../../app/home/reach.ts';
import type { ChatAnswered } from '../../app/verbs/chat.ts';
import { messageText } from '../../app/verbs/chat.ts';
import { messageIdOf } from '../../app/chat/desk.ts';
import type { ChatMessage, ConversationShown } from '../../app/chat/shown.ts';
import { placesOf } from '../../app/home/home-places.ts';
import { openReader } from '../../app/home/reader.ts';
import { verbs } from '../../app/verbs/table.ts';
import { randomIds } from '../../telemetry/system-clock.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { messageOf } from '../../plain/errors.ts';
import { fingerprintOf } from '../../views/artifacts/trace-id.ts';
import { folded } from '../../app/words/fold.ts';
import { Attachment } from '../attachment.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { personHere } from '../person-here.ts';
import { paperOf, tellWords } from '../print.ts';
import { json, show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[CONVERSATION] [--say TEXT | --show | --list]',
  about:
    'Talk about one run at a time: say what you want done, read what is found and planned, and say yes, no or what should be otherwise. ' +
    'Nothing happens before a yes to what is shown, which says exactly what it would do. Without CONVERSATION it is the one of the folder you are in. ' +
    'Ctrl-D leaves; the run goes on, and the page and the next `slipway chat` show the same conversation.',
  examples: [
    'slipway chat',
    'slipway chat --say "just investigate: the totals are wrong for empty carts"',
    'slipway chat --list',
  ],
  options: {
    say: { type: 'string', value: 'TEXT', describe: 'say one thing, print the answer and leave' },
    show: { type: 'boolean', describe: 'print the conversation and leave' },
    list: { type: 'boolean', describe: 'list the conversations of this home' },
  },
  wordsMax: 1,
  run: async (context) => {
    if (context.flag('list')) return show(context, verbs.conversations, {});
    const name = context.words[0] ?? `terminal-${fingerprintOf(context.dir).slice(0, nameChars)}`;
    if (context.flag('show')) return show(context, verbs.conversation, { conversation: name });
    const text = context.value('say');
    return withReach(context, (reach) =>
      text === undefined ? talk(context, reach, name) : sayOnce(context, reach, { name, text }),
    );
  },
};

const nameChars = 10;

async function withReach(context: CommandContext, work: (reach: Reach) => Promise<Exit>): Promise<Exit> {
  const [{ Reach: Reaching }, { engineStarter }, { toolsFor }] = await Promise.all([
    import('../../app/home/reach.ts'),
    import('../../app/home/start-engine.ts'),
    import('../sitting.ts'),
  ]);
  const tools = toolsFor(context);
  return work(
    new Reaching(tools, { onTrouble: () => undefined }, engineStarter(tools.places, context.surroundings)),
  );
}

/** What was last shown is what a yes answers; of a conversation that is looked at for the first time, nothing. */
async function sayOnce(
  context: CommandContext,
  reach: Reach,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<Exit> {
  const by = personHere(context.surroundings.uid);
  const answered = await reach.call(verbs.say, { conversation: name, text, dir: context.dir }, { by });
  const { io } = context;
  if (context.json) io.out(json(answered));
  else tellWords(io, (await verbs.say.load()).words(answered, paperOf(io)));
  return 'done';
}

async function talk(context: CommandContext, reach: Reach, name: string): Promise<Exit> {
  const { io } = context;
  if (!io.interactive) {
    throw new UserError(
      'A conversation needs a terminal. In a script, say one thing at a time: slipway chat --say "..."',
      'usage',
    );
  }
  const tools = (await import('../sitting.ts')).toolsFor(context);
  const by = personHere(context.surroundings.uid);
  const attachment = new Attachment(tools.places, by, tools.clock);
  try {
    await attachment.isEngine().catch(() => false);
    return await new Talk(context, reach, name).go();
  } finally {
    await attachment.close();
  }
}

const prompt = '> ';

class Talk {
  readonly #context: CommandContext;
  readonly #reach: Reach;
  readonly #name: string;
  readonly #shown = new Map<string, string>();
  /** What was typed here stands here already. */
  readonly #mine = new Set<string>();
  /** What a yes would answer: what was shown before the line was begun. */
  #preview: { readonly id: string; readonly choices: readonly string[] } | undefined;
  #next: { readonly id: string; readonly choices: readonly string[] } | undefined;

  constructor(context: CommandContext, reach: Reach, name: string) {
    this.#context = context;
    this.#reach = reach;
    this.#name = name;
  }

  async go(): Promise<Exit> {
    const { io } = this.#context;
    const { createInterface } = await import('node:readline');
    const { input, output } = io.pipes();
    io.out(`Conversation ${this.#name}. "help" lists what is understood; Ctrl-D leaves.\n`);
    const lines = createInterface({ input, output, prompt, terminal: true });
    const left = new Promise<void>((resolve) => lines.once('close', resolve));
    lines.on('SIGINT', () => lines.close());
    const typed = this.#read(lines);
    const stop = new AbortController();
    void left.then(() => stop.abort());
    lines.prompt();
    const exit = await interruptible(io, async (interruption) => {
      const gone = AbortSignal.any([stop.signal, interruption.signal]);
      await this.#follow(lines, gone);
      return interruption.exit();
    });
    lines.close();
    await typed;
    io.out('\n');
    return exit ?? 'done';
  }

  /**
   * One after another, in the order they were typed, each with what stood above it when it was typed. Lines that come at once
   * were pasted, and are one message.
   */
  async #read(lines: Interface): Promise<void> {
    const typed: Typed[] = [];
    let last = 0;
    let heard: (() => void) | undefined;
    let isOver = false;
    lines.on('line', (line) => {
      const now = performance.now();
      const before = typed.at(-1);
      if (before !== undefined && now - last < pastedMs) before.text += `\n${line}`;
      else {
        typed.push({ text: line, preview: this.#preview });
        this.#preview = this.#next ?? this.#preview;
        this.#next = undefined;
      }
      last = now;
      heard?.();
    });
    lines.once('close', () => {
      isOver = true;
      heard?.();
    });
    for (;;) {
      const wait = last + pastedMs - performance.now();
      const first = typed[0];
      if (first === undefined && isOver) return;
      if (first === undefined || wait > 0) {
        await new Promise<void>((resolve) => {
          heard = resolve;
          if (first !== undefined) setTimeout(resolve, wait);
        });
        continue;
      }
      typed.shift();
      const text = first.text.trim();
      if (text !== '')
        await this.#send(text, first.preview).catch((error: unknown) =>
          this.#print(lines, `${messageOf(error)}\n`),
        );
      lines.prompt();
    }
  }

  async #send(
    text: string,
    preview: { readonly id: string; readonly choices: readonly string[] } | undefined,
  ): Promise<ChatAnswered> {
    const { surroundings, dir } = this.#context;
    const conversation = this.#name;
    const sent = { by: personHere(surroundings.uid), id: randomIds().next('o') };
    this.#mine.add(messageIdOf(conversation, sent.id));
    if (preview?.choices.includes(text) === true && text !== 'yes' && text !== 'no')
      return this.#reach.call(verbs.press, { conversation, preview: preview.id, choice: text }, sent);
    const reply = preview === undefined ? {} : { looksAt: preview.id };
    return this.#reach.call(verbs.say, { conversation, text, dir, ...reply }, sent);
  }

  /** Until the terminal leaves; a home that is made meanwhile is found. */
  async #follow(lines: Interface, gone: AbortSignal): Promise<void> {
    const { surroundings } = this.#context;
    const [places, clock, { follow }] = [placesOf(surroundings), systemClock(), await verbs.hear.load()];
    while (!gone.aborted) {
      const { journal, close } = await openReader(places);
      const looked = { surroundings, places, clock, journal };
      try {
        if (journal !== undefined)
          for await (const shown of follow(looked, { conversation: this.#name }, gone))
            this.#show(lines, shown);
      } finally {
        await close();
      }
      if (!gone.aborted) await clock.until(clock.now() + againMs, gone);
    }
  }

  #show(lines: Interface, { messages }: ConversationShown): void {
    for (const message of messages) {
      const state = message.preview?.came ?? 'open';
      const before = this.#shown.get(message.id);
      if (before === state) continue;
      this.#shown.set(message.id, state);
      const text = before === undefined ? messageText(message, paperOf(this.#context.io)) : cameText(message);
      if (!this.#mine.has(message.id)) this.#print(lines, text);
      this.#take(lines, message);
    }
  }

  /** A line that is begun answers what stood above it then. */
  #take(lines: Interface, { preview }: ChatMessage): void {
    if (preview === undefined) return;
    const isOpen = preview.came === undefined;
    const taken = isOpen
      ? { id: preview.id, choices: preview.buttons.map(({ choice }) => choice) }
      : undefined;
    if (!isOpen && this.#preview?.id !== preview.id) return;
    if (lines.line === '') this.#preview = taken;
    else this.#next = taken;
  }

  #print(lines: Interface, text: string): void {
    const { io } = this.#context;
    io.out(`\r\u001B[K${folded(text, io.outWidth())}`);
    lines.prompt(true);
  }
}

interface Typed {
  text: string;
  readonly preview: { readonly id: string; readonly choices: readonly string[] } | undefined;
}

/** Faster than anybody types. */
const pastedMs = 40;
const againMs = 300;

function cameText({ preview }: ChatMessage): string {
  return preview?.came === undefined ? '' : `(${preview.does} ${preview.came})\n`;
}
