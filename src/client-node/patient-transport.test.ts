import { describe, expect, it } from "vitest";
import { Fault } from "../core/protocol/base/fault.ts";
import { patientTransport } from "./patient-transport.ts";

/** Fails with these details, then answers; counts how often it was asked. */
function failing(details: Record<string, unknown>, failures = 2) {
  const asked: string[] = [];
  const transport = patientTransport(async (method, path) => {
    asked.push(`${method} ${path}`);
    if (asked.length <= failures) throw new Fault("E_DAEMON_DOWN", "away", details);
    return "done";
  }, 60_000);
  return { asked, transport };
}

describe("patientTransport", () => {
  it("[AP62] what has not reached a daemon that is away is asked again", async () => {
    const { asked, transport } = failing({ absent: true });
    expect(await transport("POST", "/v1/actions/send")).toBe("done");
    expect(asked).toHaveLength(3);
  });

  it("[AP62] an action that may have reached the daemon is not asked again, a question is", async () => {
    const action = failing({ broken: true });
    await expect(action.transport("POST", "/v1/actions/send")).rejects.toMatchObject({ code: "E_DAEMON_DOWN" });
    expect(action.asked).toHaveLength(1);
    const question = failing({ broken: true });
    expect(await question.transport("GET", "/v1/panes")).toBe("done");
  });

  it("[AP62] a refusal of the daemon's is final", async () => {
    const transport = patientTransport(async () => {
      throw new Fault("E_REF_NOT_FOUND", "no such pane");
    }, 60_000);
    await expect(transport("GET", "/v1/panes")).rejects.toMatchObject({ code: "E_REF_NOT_FOUND" });
  });
});
