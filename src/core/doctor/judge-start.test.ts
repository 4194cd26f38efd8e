import { describe, expect, it } from "vitest";
import { judgeStart, type StartFacts } from "./judge-start.ts";

const WELL: StartFacts = { fault: null, config: { path: "/h/config.toml", writtenAt: 5 }, runningSince: 10 };
const judge = (change: Partial<StartFacts>) => judgeStart({ ...WELL, ...change });

describe("doctor on the next start", () => {
  it("[IN11] has nothing to say where the daemon could be started again as it is", () => {
    expect(judge({})).toEqual({ name: "settings", status: "ok", found: "/h/config.toml", advice: null });
    expect(judge({ config: { path: "/h/config.toml", writtenAt: null } })).toMatchObject({ status: "ok" });
  });

  it("[IN11] tells a bad setting in one entry, with what to run then", () => {
    const fault = { code: "E_CONFIG_INVALID" as const, message: "/h/config.toml, line 2: port: x\nAGTMUX_MARKERS: y" };
    expect(judge({ fault })).toEqual({
      name: "settings",
      status: "failed",
      found: "/h/config.toml, line 2: port: x; AGTMUX_MARKERS: y",
      advice: "correct this, then run agtmux daemon restart: the daemon that runs goes on as it is until then",
    });
    expect(judge({ fault, runningSince: null }).advice).toBe("correct this, then run agtmux daemon start");
  });

  it("[IN11] tells whatever else would keep it from starting", () => {
    const fault = { code: "E_DB_NEWER" as const, message: "the database has version 9" };
    expect(judge({ fault })).toMatchObject({ name: "next start", status: "failed", found: fault.message });
  });

  it("[IN11] tells settings that wait for a restart", () => {
    const config = { path: "/h/config.toml", writtenAt: 11 };
    expect(judge({ config })).toMatchObject({ status: "warning", advice: "run agtmux daemon restart" });
    expect(judge({ config, runningSince: null })).toMatchObject({ status: "ok" });
  });
});
