import { describe, expect, it } from "vitest";
import { linesOf } from "../../../test/accuracy/recorded-lines.ts";
import { recordedScreen } from "../../../test/accuracy/shown-screen.ts";
import type { LimitTold } from "../protocol/events/limited.ts";
import { adapterOf } from "./registry.ts";

const NO_TIME = { until: null, resumes: false };

/** The limits that a recorded file tells. */
function recorded(agent: string, situation: string): (LimitTold | undefined)[] {
  const files = Object.values(adapterOf(agent)?.secondSources ?? {}).filter(({ unit }) => unit === "line");
  const readings = linesOf(`${agent}/${situation}`).flatMap((line) => files.flatMap((file) => file.read(line)));
  return readings.flatMap(({ evidence }) =>
    evidence?.kind === "edge" && evidence.phase === "rest" ? [evidence.limited] : [],
  );
}

function told(agent: string, event: string, payload: object): LimitTold | undefined {
  const [reading] = adapterOf(agent)?.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
  return reading?.evidence.kind === "edge" ? reading.evidence.limited : undefined;
}

function dialog(agent: string, name: string): unknown {
  const seen = adapterOf(agent)?.readScreen?.(recordedScreen(agent, name));
  return seen?.type === "unrecognised" ? seen.why : seen?.reading.evidence;
}

describe("limits of accounts", () => {
  it("[UG14] Claude's transcript tells when a subscription's limit resets; a refused API key is an error like others", () => {
    expect(recorded("claude", "quota-subscriber")).toEqual([{ until: 1_794_762_572_000, resumes: true }]);
    expect(recorded("claude", "quota")).toEqual([undefined]);
  });

  it("[UG14] Claude's hook tells a limit without its time", () => {
    const stopped = (error: string, last_assistant_message: string) =>
      told("claude", "StopFailure", { error, last_assistant_message });
    expect(stopped("rate_limit", "You've hit your 5-hour limit · resets 9:12am (UTC)")).toEqual({
      until: null,
      resumes: true,
    });
    expect(stopped("rate_limit", "API Error: Request rejected (429)")).toBeUndefined();
    expect(stopped("server_error", "You've hit your 5-hour limit")).toBeUndefined();
  });

  it("[UG14] Codex, Copilot and Gemini end the turn, and do not go on by themselves", () => {
    expect(recorded("codex", "quota").at(-1)).toEqual(NO_TIME);
    expect(recorded("codex", "error-401").at(-1)).toBeUndefined();
    expect(recorded("copilot", "quota").at(-1)).toEqual(NO_TIME);
    expect(recorded("copilot", "error-400").at(-1)).toBeUndefined();
    expect(recorded("gemini", "quota").at(-1)).toEqual(NO_TIME);
    expect(recorded("gemini", "error-400").at(-1)).toBeUndefined();
  });

  it("[UG14] OpenCode tells when it tries again, and does so by itself", () => {
    const status = { type: "retry", attempt: 1, message: "Too Many Requests", next: 1_794_727_215_933 };
    expect(told("opencode", "session.status", { properties: { sessionID: "s", status } })).toEqual({
      until: 1_794_727_215_933,
      resumes: true,
    });
  });

  it("[UG14] dialogs about a limit are known as such", () => {
    for (const name of ["usage-limit", "usage-limit-fallback", "usage-limit-credits"])
      expect(dialog("gemini", name)).toMatchObject({ limit: "reached" });
    expect(dialog("copilot", "rate-limited")).toMatchObject({ limit: "reached" });
    for (const name of ["rate-limits", "workspace-limit"])
      expect(dialog("codex", name)).toMatchObject({ limit: "offer" });
  });
});
