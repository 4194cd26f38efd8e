import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questionOf, WatchStage, watchedPane } from "../../../test/support/watch-stage.ts";

const api = watchedPane("api", "approval", { raised_at: 1_000 });
const web = watchedPane("web", "approval", { raised_at: 2_000 });
const docs = watchedPane("docs");
const asked = () => WatchStage.of(api, web, docs).asked(questionOf(api), questionOf(web));
const YES = '{"choices":["yes"]}';

describe("keys that act", () => {
  it("[CL52] act on a row that has stood still for 400 ms, with the keyboard as quiet; else they say that it was too soon", () => {
    const stage = asked().press(399, "y");
    expect([stage.answers, stage.screen]).toEqual([[], expect.stringContaining("api  too soon: y did nothing")]);
    // the key that was ignored counts too
    expect(stage.press(399, "y").answers).toEqual([]);
    expect(stage.press(400, "y").answers).toEqual([`api: ${YES}`]);
  });

  it("[CL52] moving to a row restarts its 400 ms; keys that move do not count as other keys", () => {
    expect(asked().slowly("j").press(399, "y").answers).toEqual([]);
    expect(asked().slowly("j").press(400, "y").answers).toEqual([`web: ${YES}`]);
    expect(asked().slowly("j", "k").press(400, "n").answers).toEqual(['api: {"choices":["no"]}']);
    expect(asked().slowly("x").press(399, "y").answers).toEqual([]);
  });

  it("[CL52] not if other keys came at the same moment, nor if they were pasted", () => {
    const stage = asked();
    for (const key of ["y", "e", "s"]) stage.tell({ type: "key", key, at: 60_000, isAlone: false });
    expect(stage.tell({ type: "key", key: { paste: "y" }, at: 90_000, isAlone: true }).effects).toEqual([]);
  });

  it("[CL52] at most the first letter of a sentence typed into the wrong window acts", () => {
    const letters = fc.array(fc.constantFrom("y", "n", "1", "2", "e", "p", "r", "z", "u", "i", "Enter", "a", " "), {
      minLength: 1,
    });
    fc.assert(
      fc.property(letters, fc.integer({ min: 0, max: 399 }), ([first = "", ...rest], gap) => {
        const stage = asked().slowly(first);
        const begun = stage.effects.length;
        stage.press(gap, ...rest);
        expect(stage.effects.slice(begun).filter(({ type }) => type !== "preview")).toEqual([]);
      }),
    );
  });

  it("[CL52, CL53] a row that has changed, but was not drawn yet, is not acted on", () => {
    const stage = asked();
    stage.at += 1_000;
    const other = watchedPane("api", "approval", { raised_at: 5_000 });
    stage.tell({ type: "panes", panes: [other, web, docs], empty: "", warnings: [] });
    stage.tell({ type: "questions", items: [questionOf(other, { revision: "v2" })] });
    stage.tell({ type: "key", key: "y", at: stage.at, isAlone: true });
    expect([stage.answers, stage.model.note?.words]).toEqual([[], expect.stringContaining("too soon")]);
  });

  it("[CL53] whatever happens, an answer is for the question and revision that were on the screen for 400 ms", () => {
    const step = fc.oneof(
      fc.record({
        type: fc.constant("key" as const),
        key: fc.constantFrom("y", "n", "1", "j", "k", "G", "/", "Escape"),
      }),
      fc.record({ type: fc.constant("ask" as const), who: fc.constantFrom("api", "web"), revision: fc.nat(3) }),
      fc.record({ type: fc.constant("draw" as const) }),
      fc.record({ type: fc.constant("wait" as const), ms: fc.constantFrom(1, 200, 400, 1_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const stage = asked();
        const revisions: Record<string, number> = { api: 0, web: 0 };
        // since when each row's question has been drawn
        let shown = { key: "", revision: "", since: 0 };
        const look = () => {
          const row = stage.model.rows.find(({ key }) => key === stage.model.selected);
          const revision = row?.question?.revision ?? "";
          if (row !== undefined && (shown.key !== row.key || shown.revision !== revision))
            shown = { key: row.key, revision, since: stage.at };
        };
        stage.drawn();
        look();
        for (const each of steps) {
          if (each.type === "wait") stage.at += each.ms;
          else if (each.type === "draw") {
            stage.drawn();
            look();
          } else if (each.type === "ask") {
            revisions[each.who] = each.revision;
            const items = [api, web].map((pane) => questionOf(pane, { revision: `v${revisions[pane.window_name]}` }));
            stage.tell({ type: "questions", items });
          } else {
            const before = stage.effects.length;
            stage.tell({ type: "key", key: each.key, at: stage.at, isAlone: true });
            for (const effect of stage.effects.slice(before)) {
              if (effect.type !== "answer") continue;
              expect([effect.row.key, effect.question.revision]).toEqual([shown.key, shown.revision]);
              expect(stage.at - shown.since).toBeGreaterThanOrEqual(400);
            }
          }
        }
      }),
    );
  });

  it("[CL52] not before a long question was in view to its end, to which j scrolls", () => {
    const detail = Array.from({ length: 60 }, (_, n) => `line ${n}`).join("\n");
    const stage = WatchStage.of(api, web).asked(questionOf(api, { detail })).slowly("y");
    expect([stage.answers, stage.screen]).toEqual([[], expect.stringContaining("read it to its end first")]);
    stage.slowly("j", "j", "j");
    expect([stage.selected, stage.screen]).toEqual(["api", expect.stringContaining("line 59")]);
    expect(stage.slowly("y").answers).toEqual([`api: ${YES}`]);
    expect(WatchStage.of(api, web).asked(questionOf(api, { detail })).slowly("j", "j", "j", "j").selected).toBe("web");
  });
});

describe("answers", () => {
  it("[CL53] go to the next row that waits; digits pick, and y and n where it is plain what they mean", () => {
    const stage = asked().slowly("2");
    expect([stage.answers, stage.selected]).toEqual([['api: {"choices":["2"]}'], "web"]);
    const options = ["Redis", "Postgres"].map((label) => ({ value: label, label }));
    const choice = WatchStage.of(api).asked(questionOf(api, { kind: "choice", options }));
    expect(choice.slowly("y", "3").screen).toContain("3 is no answer to this");
    expect(choice.slowly("1").answers).toEqual(['api: {"choices":["Redis"]}']);
    expect(WatchStage.of(api).slowly("y").screen).toContain("only its screen shows what it asks");
    expect(WatchStage.of(watchedPane("tests", "testing")).slowly("1").screen).toContain("it asks nothing");
  });

  it("[CL52] digits mark where several may be picked, however fast, and p sends them", () => {
    const options = ["Redis", "Postgres", "Files"].map((label) => ({ value: label, label }));
    const stage = WatchStage.of(api).asked(questionOf(api, { kind: "choice", options, multiple: true }));
    stage.press(10, "1", "3", "2", "2", "9");
    expect(stage.screen).toMatch(/1\. \[x\] Redis\n +2\. \[ \] Postgres\n +3\. \[x\] Files/);
    expect(stage.slowly("p").answers).toEqual(['api: {"choices":["Redis","Files"]}']);
  });

  it("[CL53] the row shows the answer and its phases until the agent goes on, and no longer with the next question", () => {
    const stage = asked().slowly("y");
    const [effect] = stage.effects;
    if (effect?.type !== "answer") throw new Error("not answered");
    expect(stage.screen).toContain('→ answer "Yes": sending');
    const progress = { what: effect.what, call: stage.model.progress.get("host/%api")?.call ?? "" };
    const words = "sent, accepted";
    stage.tell({ type: "progress", key: "host/%api", progress: { ...progress, phase: "told", words, at: stage.at } });
    stage.at += 60_000;
    stage.tell({ type: "time", at: stage.at });
    expect(stage.screen).toContain('→ answer "Yes": sent, accepted');
    const next = watchedPane("api", "approval", { raised_at: 9_000 });
    expect(stage.hear(next, web).screen).not.toContain('answer "Yes"');
    stage.hear(watchedPane("api"), web).tell({ type: "time", at: stage.at });
    expect(stage.screen).not.toContain('answer "Yes"');
  });

  it("[CL53] a refusal says why, and the keys still work", () => {
    const stage = asked().slowly("y");
    const call = stage.model.progress.get("host/%api")?.call ?? "";
    const refused = { phase: "refused" as const, what: "it", call, words: "it asks something else" };
    stage.tell({ type: "progress", key: "host/%api", progress: refused }).slowly("k");
    expect(stage.screen).toContain("it was refused: it asks something else");
    expect(stage.slowly("n").answers).toHaveLength(2);
  });

  it("[CL63] e marks as seen, z puts off, both go on to the next row; u takes the last one back and selects it", () => {
    const done = [watchedPane("a", "done"), watchedPane("b", "done"), watchedPane("c", "done")];
    const stage = WatchStage.of(...done, docs).slowly("e");
    expect(stage.selected).toBe("b");
    expect(stage.slowly("z").selected).toBe("c");
    expect(stage.slowly("u").selected).toBe("b");
    const did = stage.effects.map((effect) =>
      "row" in effect ? { ...effect, row: effect.row?.item.window_name } : effect,
    );
    expect(did).toEqual([
      { type: "seen", row: "a" },
      { type: "snooze", row: "b", forMs: 1_800_000 },
      { type: "snooze", row: "b", forMs: 0 },
    ]);
    expect(stage.slowly("u").screen).toContain("there is nothing to take back");
    expect(stage.slowly("G", "e").screen).toContain("nothing is open here");
    expect(
      WatchStage.of(...done)
        .slowly("e", "u")
        .effects.at(-1),
    ).toMatchObject({ type: "unseen" });
  });

  it("[CL63] a row that is put off says for how long, and z calls it back", () => {
    const item = { ...watchedPane("a", "done"), shelf: null, snoozed_until: 10_000 + 60_000 };
    const stage = WatchStage.of(item);
    expect(stage.screen).toMatch(/Others 1[\s\S]*put off for 1m/);
    expect(stage.slowly("z").effects).toMatchObject([{ type: "snooze", forMs: 0 }]);
  });

  it("[CL63] i interrupts an agent that works, and no other", () => {
    expect(asked().slowly("i").screen).toContain("nothing to interrupt");
    const stage = WatchStage.of(docs).slowly("i");
    expect([stage.effects, stage.screen]).toMatchObject([
      [{ type: "interrupt" }],
      expect.stringContaining("→ interrupt: sending"),
    ]);
  });
});

describe("a reply", () => {
  const free = watchedPane("free", "input");
  const begin = () =>
    WatchStage.of(free, docs)
      .asked(questionOf(free, { kind: "text", options: [] }))
      .slowly("r");

  it("[CL55] is written in a line; Enter sends it as words, Esc keeps it", () => {
    const stage = begin().press(10, "y", "e", "s", "!");
    expect([stage.answers, stage.screen]).toEqual([[], expect.stringContaining("reply> yes!")]);
    stage.press(10, "Escape").slowly("r");
    expect(stage.screen).toContain("reply> yes!");
    expect(stage.press(10, "Enter").answers).toEqual(['free: {"text":"yes!"}']);
    expect(begin().press(10, "Enter").answers).toEqual([]);
  });

  it("[CL55] is for the program and the question that were there when it was begun", () => {
    const stage = begin().press(10, "n", "o");
    stage.asked(questionOf(free, { kind: "text", options: [], revision: "v2" })).press(500, "Enter");
    expect([stage.answers, stage.screen]).toEqual([[], expect.stringContaining("not sent: it asks something")]);
    const other = begin()
      .press(10, "x")
      .hear({ ...free, runtime_id: "another" }, docs)
      .press(500, "Enter");
    expect([other.answers, other.screen]).toEqual([[], expect.stringContaining("another program is there now")]);
    const busy = WatchStage.of(docs).slowly("r").press(10, "x").hear(watchedPane("docs", "approval"));
    expect(busy.press(500, "Enter").answers).toEqual([]);
    expect(WatchStage.of(docs).slowly("r").press(10, "x", "Enter").answers).toEqual(["docs: send x"]);
  });

  it("[CL55] is never written into a menu, known or not", () => {
    expect(asked().slowly("r").screen).toContain("no reply here: it takes one of its choices");
    expect(WatchStage.of(api).slowly("r").screen).toContain("no reply here: Enter goes there");
  });
});

describe("the selection", () => {
  it("[CL51] stays with its pane whatever comes, goes and moves", () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const kinds = fc.constantFrom("approval", "done", "stalled", null);
    const fleet = fc.array(fc.option(kinds, { nil: undefined }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fleet, { minLength: 1, maxLength: 8 }), fc.nat(5), (fleets, steps) => {
        const stage = WatchStage.of(...names.map((name) => watchedPane(name)));
        stage.slowly(...Array.from({ length: steps }, () => "j"));
        for (const each of fleets) {
          const before = stage.selected;
          const panes = each.flatMap((kind, n) => (kind === undefined ? [] : [watchedPane(names[n] ?? "", kind)]));
          stage.hear(...panes);
          if (panes.some(({ window_name }) => window_name === before)) expect(stage.selected).toBe(before);
          else if (panes.length > 0) expect(panes.map(({ window_name }) => window_name)).toContain(stage.selected);
        }
      }),
    );
  });

  it("[CL51] stays at its height on the screen where there is room", () => {
    const many = Array.from({ length: 40 }, (_, n) => watchedPane(`p${n}`));
    const stage = WatchStage.of(...many).slowly("PageDown");
    const height = () => stage.lines.findIndex((line) => line.startsWith("▌"));
    const before = height();
    stage.hear(...many, watchedPane("new", "approval"), watchedPane("newer", "error"));
    expect([height(), stage.lines[before]]).toEqual([before, expect.stringContaining(stage.selected)]);
  });

  it("[CL56] / narrows to rows with all words, also of questions; Esc gives back what was there", () => {
    const stage = asked()
      .slowly("G", "/")
      .press(10, ..."make web");
    expect(stage.model.rows.map(({ item }) => item.window_name)).toEqual(["web"]);
    // nobody who waits is hidden from the counts
    expect(stage.lines[0]).toContain("2 blocked");
    expect(stage.press(10, "Escape").selected).toBe("docs");
    stage.slowly("/").press(10, ..."zzz");
    expect(stage.screen).toContain('No pane has "zzz"');
    stage.press(10, "Enter").slowly("Escape");
    expect([stage.selected, stage.model.rows.length]).toEqual(["docs", 3]);
  });

  it("[CL57] the preview is that of the selected row; what comes late of another is dropped", () => {
    const stage = asked().slowly(" ", "j");
    stage.tell({ type: "screen", key: "host/%api", lines: ["too late"], words: "" });
    stage.tell({ type: "screen", key: "host/%web", lines: ["now"], words: "" });
    expect(stage.lines.join()).not.toContain("too late");
    expect(stage.lines.join()).toContain("now");
    stage.slowly(" ");
    const shown = stage.effects.map((effect) => effect.type === "preview" && effect.row?.item.window_name);
    expect(shown).toEqual(["api", "web", undefined]);
  });

  it("[CL57] the list of keys is whole although a screen is shown", () => {
    const stage = asked().slowly(" ", "?");
    expect([stage.lines.join(), stage.lines.length]).toEqual([expect.stringContaining("Any key goes back."), 24]);
  });
});
