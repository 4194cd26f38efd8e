import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Queue, QueuedPrompt } from "../protocol/actions/queue.ts";
import { Fault } from "../protocol/base/fault.ts";
import { judgeSending } from "./judge-sending.ts";
import { changeQueue, nextPrompt, type QueueChange, sendingPrompt } from "./queue.ts";

const ME = { uid: 1, user: "me", via: "cli" as const };

function prompt(id: string, text: string): QueuedPrompt {
  const state = { kind: "waiting" as const };
  return {
    id,
    text,
    after: null,
    keep: false,
    allow_changes: false,
    channel: "prompt",
    added_at: 0,
    added_by: ME,
    state,
  };
}

type Command =
  | { do: "add"; place: number }
  | { do: "edit" | "remove" | "retry"; which: number }
  | { do: "move"; which: number; place: number }
  | { do: "pause"; paused: boolean }
  /** `work`: the daemon does what is due. `hurry`: it does so after a long time. */
  | { do: "rest" | "busy" | "hurry" | "work" }
  /** The daemon is killed after so many steps of what it does next. */
  | { do: "crash"; after: number };

const place = fc.integer({ min: 1, max: 6 });
const which = fc.nat(5);
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant("add" as const), place }),
  fc.record({ do: fc.constantFrom("edit" as const, "remove" as const, "retry" as const), which }),
  fc.record({ do: fc.constant("move" as const), which, place }),
  fc.record({ do: fc.constant("pause" as const), paused: fc.boolean() }),
  fc.record({ do: fc.constantFrom("rest" as const, "busy" as const) }),
  fc.record({ do: fc.constantFrom("work" as const, "hurry" as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("crash" as const), after: fc.nat(5) }) },
);

/** An agent, and a daemon that delivers to it in steps, between any two of which it may be killed. */
class World {
  queue: Queue = {
    runtime_id: "r",
    ref: "r",
    target: "host",
    pane_id: "%1",
    agent: "a",
    paused: false,
    version: 0,
    prompts: [],
  };
  /** The ids that the agent was told, in order. */
  readonly told: string[] = [];
  readonly added: string[] = [];
  readonly removed: string[] = [];
  private readonly reportsPrompts: boolean;
  private sent: { outcome: "begun" | "done"; code: null } | null = null;
  private box: string | null = null;
  private isAtRest = true;
  private hasBegun = false;
  private lookedMs = 0;
  private stepsLeft = Number.POSITIVE_INFINITY;

  constructor(reportsPrompts: boolean) {
    this.reportsPrompts = reportsPrompts;
  }

  run(asked: Command): void {
    const id = "which" in asked ? (this.queue.prompts[asked.which]?.id ?? "none") : "";
    if (asked.do === "add") {
      const name = `p${this.added.length}`;
      this.added.push(name);
      this.change({ type: "add", prompt: prompt(name, name), place: asked.place });
    } else if (asked.do === "edit") this.attempt({ type: "edit", id, text: `${id}!` });
    else if (asked.do === "retry") this.attempt({ type: "retry", id });
    else if (asked.do === "move") this.attempt({ type: "move", id, place: asked.place });
    else if (asked.do === "remove") {
      if (this.attempt({ type: "remove", id })) this.removed.push(id);
    } else if (asked.do === "pause") this.change({ type: "pause", paused: asked.paused });
    else if (asked.do === "hurry") {
      this.lookedMs = 100_000;
      this.tick();
    } else if (asked.do === "crash") {
      this.stepsLeft = asked.after;
      this.tick();
      this.stepsLeft = Number.POSITIVE_INFINITY;
      this.lookedMs = 0;
    } else if (asked.do === "work") this.tick();
    else this.isAtRest = asked.do === "rest";
  }

  private tick(): void {
    const sending = sendingPrompt(this.queue);
    const next = nextPrompt(this.queue);
    if (sending !== null) this.settle(sending.id);
    else if (next !== null && this.isAtRest && this.box === null) this.deliver(next.id, false);
  }

  private deliver(id: string, finishes: boolean): void {
    if (!this.step(() => this.change({ type: "begun", id, at: 1 }))) return;
    if (!this.step(() => this.touch())) return;
    if (!finishes && !this.step(() => this.type(id))) return;
    if (!this.step(() => this.enter())) return;
    if (!this.step(() => this.end())) return;
    this.step(() => this.delivered(id));
  }

  private settle(id: string): void {
    const { sent, hasBegun, reportsPrompts, isAtRest, lookedMs } = this;
    const box = this.box === null ? "empty" : this.box === id ? "prompt" : "other";
    const isLastPrompt = reportsPrompts ? this.told.at(-1) === id : null;
    const reported = reportsPrompts && hasBegun;
    const verdict = judgeSending({ sent, hasBegun: reported, isLastPrompt, reportsPrompts, isAtRest, box, lookedMs });
    if (verdict.type === "finish") this.deliver(id, true);
    else if (verdict.type === "delivered") this.step(() => this.delivered(id));
    else if (verdict.type === "untouched") this.step(() => this.change({ type: "untouched", id }));
    else if (verdict.type === "unsure") this.step(() => this.change({ type: "unsure", id, at: 1, why: verdict.why }));
  }

  /** False if the daemon is killed instead. */
  private step(work: () => void): boolean {
    if (this.stepsLeft === 0) return false;
    this.stepsLeft -= 1;
    work();
    return true;
  }

  private touch(): void {
    this.sent = { outcome: "begun", code: null };
  }

  private type(id: string): void {
    this.box = id;
  }

  private enter(): void {
    if (this.box === null) return;
    this.told.push(this.box);
    this.box = null;
    this.hasBegun = true;
  }

  private end(): void {
    this.sent = { outcome: "done", code: null };
  }

  private delivered(id: string): void {
    this.change({ type: "delivered", id });
  }

  private change(change: QueueChange): void {
    this.queue = changeQueue(this.queue, change);
    const isOver = sendingPrompt(this.queue) === null;
    if (isOver) [this.sent, this.hasBegun] = [null, false];
  }

  /** False if the change is refused. */
  private attempt(change: QueueChange): boolean {
    try {
      this.change(change);
      return true;
    } catch (error) {
      if (error instanceof Fault && error.code !== "E_INTERNAL") return false;
      throw error;
    }
  }
}

describe("a queue under any interleaving", () => {
  it("[QU1, QU5] each prompt is delivered at most once, in the order of the queue, and none is lost", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), fc.boolean(), (commands, reportsPrompts) => {
        const world = new World(reportsPrompts);
        for (const asked of commands) {
          const before = world.queue.prompts.map(({ id }) => id);
          const told = world.told.length;
          // a person sends a held prompt again only after having seen that it did not arrive
          const held = "which" in asked && asked.do === "retry" ? world.queue.prompts[asked.which] : undefined;
          if (held !== undefined && world.told.includes(held.id)) continue;
          world.run(asked);
          const news = world.told.slice(told);
          const order = asked.do === "add" || asked.do === "move" || asked.do === "remove" ? null : before;
          if (order !== null && news.length > 0) expect(order.slice(0, news.length)).toEqual(news);
        }
        expect(new Set(world.told).size).toBe(world.told.length);
        const waiting = world.queue.prompts.map(({ id }) => id);
        const accounted = new Set([...world.told, ...waiting, ...world.removed]);
        expect([...accounted].sort()).toEqual([...world.added].sort());
        // what has arrived and is still listed is never sent by itself
        const again = world.queue.prompts.filter(
          ({ id, state }) => world.told.includes(id) && state.kind === "waiting",
        );
        expect(again).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});
