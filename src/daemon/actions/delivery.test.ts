import { describe, expect, it } from "vitest";
import { recordedScreen } from "../../../test/accuracy/shown-screen.ts";
import { type Seen, wouldAnswerAnother } from "../../core/actions/would-answer-another.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { Delivery } from "./delivery.ts";
import type { GuardedPane } from "./guarded-pane.ts";

const AGENTS = ["claude", "codex", "gemini", "copilot", "opencode", "kilo", "qwen"];
/** The text in the input box of the recorded screens. */
const TEXT = "Please also have a look at the";

/** A pane with recorded screens; `beforeKey` runs between the last capture and the key. */
function pane(agent: string, beforeKey: (show: (screen: string) => void, press: number) => void = () => undefined) {
  const shown = { lines: recordedScreen(agent, "startup-draft").lines };
  const show = (screen: string, over?: string) => {
    const { lines } = recordedScreen(agent, screen);
    shown.lines = over === undefined ? lines : [over, ...lines];
  };
  const pressed: string[] = [];
  let tries = 0;
  const guardedPane = {
    pane: { pane_id: "%1", pane_pid: 1, command: agent },
    screen: async () => [...shown.lines],
    async do(command: string, { shows = [] }: { shows?: readonly string[] }) {
      if (!command.endsWith(" Enter")) return [...shown.lines];
      tries += 1;
      beforeKey(show, tries);
      if (!shows.every((row) => shown.lines.some((line) => line.includes(row))))
        throw new Fault("E_STALE_SNAPSHOT", "shows something else", { guard: "dialog" });
      pressed.push(shows.join());
      show("startup");
      return [];
    },
  };
  const delivery = new Delivery({
    guardedPane: guardedPane as unknown as GuardedPane,
    clock: { now: Date.now },
    typing: {},
    readScreen: adapterOf(agent)?.readScreen,
  });
  /** The guard of `send` for an agent without new events. */
  const guard = (seen: Seen | null) => {
    if (wouldAnswerAnother("running", { nudge_seq: 1 }, { state: "running", nudge_seq: 1 }, seen ?? "text"))
      throw new Fault("E_NOT_DELIVERED", "typed and not sent");
  };
  const enter = async () => {
    expect(await delivery.look(TEXT)).toBe("text");
    return { enter: () => delivery.enter(TEXT, guard) };
  };
  return {
    delivery,
    show,
    pressed,
    enter,
    phases: () => delivery.phases.map(({ phase, evidence }) => `${phase} by ${evidence}`),
  };
}

describe("Enter", () => {
  it.each(AGENTS)("[GD20] %s: is pressed while the box shows the text, and only then", async (agent) => {
    const { enter, pressed, phases } = pane(agent);
    await (await enter()).enter();
    expect(pressed).toEqual([expect.stringContaining(TEXT)]);
    expect(phases()).toEqual(["typed by screen", expect.stringMatching(/^submitted by /)]);
  });

  it.each(AGENTS)(
    "[GD20] %s: not over an approval that has opened since the text was seen, before any event tells",
    async (agent) => {
      for (const dialog of ["approval-shell", "question"]) {
        const { enter, pressed, show, phases } = pane(agent);
        const then = await enter();
        show(dialog);
        await expect(then.enter()).rejects.toMatchObject({ code: "E_NOT_DELIVERED" });
        expect([pressed, phases()]).toEqual([[], ["typed by screen"]]);
      }
    },
  );

  it.each(AGENTS)("[GD20] %s: nor over one that opens between the last look and the key", async (agent) => {
    const { enter, pressed, phases } = pane(agent, (show) => show("approval-shell"));
    await expect((await enter()).enter()).rejects.toMatchObject({ code: "E_NOT_DELIVERED" });
    expect([pressed, phases()]).toEqual([[], ["typed by screen"]]);
  });

  it("[GD20] a text that is gone from the box is not sent, and the error says so", async () => {
    const { enter, pressed, show } = pane("claude");
    const then = await enter();
    show("startup");
    await expect(then.enter()).rejects.toMatchObject({
      code: "E_NOT_DELIVERED",
      message: expect.stringMatching(/typed in pane %1 and not sent/),
    });
    expect(pressed).toEqual([]);
  });

  it("[GD20] a box that is drawn anew is waited for", async () => {
    const { enter, pressed, show } = pane("claude", (_, press) => {
      if (press === 1) show("startup");
    });
    const ended = (await enter()).enter();
    setTimeout(() => show("startup-draft"), 150);
    await ended;
    expect(pressed).toHaveLength(1);
  });

  it.each(AGENTS)("[GD20] %s: not behind words that somebody typed before, and that were drawn late", async (agent) => {
    const { delivery, show, pressed } = pane(agent);
    const text = TEXT.slice("Please ".length);
    show("startup");
    expect(await delivery.draft()).toBeNull();
    show("startup-draft");
    await delivery.look(text);
    await expect(delivery.enter(text, () => undefined)).rejects.toMatchObject({ details: { guard: "draft" } });
    expect(pressed).toEqual([]);
    // behind words that were seen, it is pressed: the caller wanted that
    expect(await delivery.draft()).toContain(TEXT);
    await delivery.enter(text, () => undefined);
    expect(pressed).toHaveLength(1);
  });

  it("[GD20] a list that covers the box does not prevent Enter while the text is visible", async () => {
    const { enter, pressed, show } = pane("copilot");
    const then = await enter();
    show("startup", TEXT);
    await then.enter();
    expect(pressed).toEqual([""]);
  });

  it("[GD20] a row that every look shows but tmux does not find does not prevent Enter", async () => {
    const { enter, pressed } = pane("claude", (_, press) => {
      if (press < 5) throw new Fault("E_STALE_SNAPSHOT", "shows something else", { guard: "dialog" });
    });
    await (await enter()).enter();
    expect(pressed).toEqual([""]);
  });
});
