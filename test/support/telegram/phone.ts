// A person with a phone: what they see in their chat with a bot, what they write and what they press.

import type { Person, Sent, World } from './world.ts';

const waitMsMax = 20_000;

export class Phone {
  readonly id: number;
  readonly #world: World;
  readonly #person: Person;
  readonly #token: string;

  constructor(world: World, person: Person, token: string) {
    this.id = person.id;
    this.#world = world;
    this.#person = person;
    this.#token = token;
  }

  /** Everything that the bot wrote, as it stands now. */
  get shown(): readonly Sent[] {
    return this.#world.messages(this.#token, this.#person).filter(({ byBot }) => byBot);
  }

  writes(text: string, answering?: Sent): void {
    this.#world.writes(this.#token, this.#person, text, answering);
  }

  /** They want nothing more of this bot. */
  stops(): void {
    this.#world.stops(this.#token, this.#person);
  }

  /** The newest message in which that stands, once it is there. */
  async sees(words: RegExp | string, where: (sent: Sent) => boolean = () => true): Promise<Sent> {
    const until = performance.now() + waitMsMax;
    for (;;) {
      const found = this.shown.findLast(
        (sent) =>
          (typeof words === 'string' ? sent.text.includes(words) : words.test(sent.text)) && where(sent),
      );
      if (found !== undefined) return found;
      if (performance.now() > until)
        throw new Error(
          `${this.#person.name} sees no ${String(words)}, but:\n${this.shown.map(({ text, buttons }) => `${text} [${buttons.map((one) => one.text).join(' | ')}]`).join('\n---\n')}`,
        );
      await Promise.race([this.#world.changed(), new Promise((resolve) => setTimeout(resolve, 250))]);
    }
  }

  /** Gives what its waiting is called. */
  presses(label: string, on: Sent): string {
    const button = on.buttons.find(({ text }) => text === label);
    if (button === undefined)
      throw new Error(`there is no button ${label}, but ${on.buttons.map(({ text }) => text).join(', ')}`);
    return this.pressesData(button.data, on);
  }

  /** Also one that is not there any more, as a phone without network still shows it. */
  pressesData(data: string, on: Sent): string {
    return this.#world.presses(this.#token, this.#person, on, data);
  }

  isAnswered(press: string): boolean {
    return this.#world.isAnswered(this.#token, press);
  }
}
