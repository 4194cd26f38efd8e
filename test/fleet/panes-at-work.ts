import { setTimeout as sleep } from "node:timers/promises";
import { SoakPlace } from "../soak/soak-place.ts";
import { until } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { untilTyping } from "../support/stage.ts";
import { typist } from "../support/typist.ts";
import type { MemberDaemon } from "./member-daemon.ts";

const PANES = 4;
const STATES = ["working", "needs_input", "completed", "error"] as const;

/** The panes of one member: some that say numbered words, one that comes and goes, and an agent that takes prompts. */
export class PanesAtWork {
  readonly member: MemberDaemon;
  /** The agent's pane, as others call it. */
  readonly agentRef: string;
  /** What the agent was told so far. */
  readonly read: () => string[];
  private readonly place: SoakPlace;
  private readonly said = new Map<string, number>();
  private isGuestHere = false;

  static async begin(member: MemberDaemon): Promise<PanesAtWork> {
    const { box } = member;
    const place = new SoakPlace("host", box, PANES);
    const { command, read } = typist(box.dir);
    const pane = box.session("work", "exec bash --norc --noprofile");
    box.type(pane, command);
    await member.start();
    place.register();
    const { ref } = await untilTyping(box, pane);
    await until(async () => (await box.panes()).summary.agents === PANES + 1);
    return new PanesAtWork(member, place, ref.replace("pane:", `pane:${member.name}.`), read);
  }

  private constructor(member: MemberDaemon, place: SoakPlace, agentRef: string, read: () => string[]) {
    this.member = member;
    this.place = place;
    this.agentRef = agentRef;
    this.read = read;
  }

  /** Changes something every now and then, until `isOver`. */
  async work(random: () => number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (random() < 0.05) this.moveGuest();
      else this.say(random);
      await sleep(random() * 300);
    }
  }

  /** Panes whose last word the member does not show. */
  async missing(): Promise<string[]> {
    const rows = await this.member.rows();
    const shown = new Map([...rows].map(([key, { message }]) => [key, message]));
    return [...this.said]
      .map(([pane, said]) => ({ key: `${this.member.name} ${pane}`, word: wordOf(said) }))
      .filter(({ key, word }) => shown.get(key) !== word)
      .map(({ key, word }) => `${key} shows "${shown.get(key)}" instead of "${word}"`);
  }

  private say(random: () => number): void {
    const { paneId } = this.place.panes[Math.floor(random() * PANES)] as { paneId: string };
    const said = (this.said.get(paneId) ?? 0) + 1;
    this.said.set(paneId, said);
    const event = STATES[Math.floor(random() * STATES.length)] ?? "working";
    const entry = { agent: "schmux", event, pane: paneId, tmux: this.place.server, payload: wordOf(said) } as const;
    drop(this.member.box, entry, this.member.now());
  }

  private moveGuest(): void {
    const { box } = this.member;
    if (this.isGuestHere) box.tmux("kill-session", "-t", "guest");
    else box.tmux("new-session", "-d", "-s", "guest", "exec cat");
    this.isGuestHere = !this.isGuestHere;
  }
}

function wordOf(said: number): string {
  return `word ${said}`;
}
