import { describe, expect, it } from "vitest";
import { programStatus } from "./program-status.ts";

const readOsc = programStatus("codex").read;

describe("OSC 7501", () => {
  it.each([
    ["state=working:app=codex", { phase: "busy" }],
    ["state=blocked:app=codex:kind=permission", { phase: "ask", state: "waiting_approval" }],
    ["state=blocked:app=codex:kind=question", { phase: "ask", state: "waiting_input" }],
    ["state=blocked:app=codex:kind=new", { phase: "ask" }],
    ["state=done:app=codex", { phase: "rest", state: "completed", blind: true }],
    ["state=error:app=codex", { phase: "rest", state: "error", blind: true }],
    ["state=idle:app=codex", { phase: "rest", misses_dialogs: true }],
    ["state=clear", { phase: "rest", state: "idle" }],
  ])("[AD9] %s shows %j", (text, shown) => {
    expect(readOsc(7501, text)?.source).toBe("osc");
    expect(readOsc(7501, text)?.evidence).toEqual({ kind: "level", ...shown });
  });

  it("[AD9] another program's, another state's and another number's tell nothing", () => {
    const foreign = ["state=working:app=other", "state=working", "state=toString:app=codex", "?", "", "app=codex"];
    expect(foreign.map((text) => readOsc(7501, text))).toEqual(foreign.map(() => null));
    expect(readOsc(9, "state=working:app=codex")).toBeNull();
    expect(programStatus("pi").read(7501, "state=error:app=pi:msg=NDAw")?.event_type).toBe("pi.error");
  });
});
