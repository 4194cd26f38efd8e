import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { answerAsCommand, attachCommand, fleetCommand, gitStatusCommand } from "./as-command.ts";

const pane = testPane({}, { state: "waiting_input" });
const ref = "pane:host/main/@1/%1";

describe("as command", () => {
  it("[UI18] every way to answer has its command, quoted for a shell", () => {
    const option = { type: "option", label: "", description: "", key: "1", answer: "it's" } as const;
    expect(answerAsCommand(pane, option, "v1")).toBe(`agtmux answer ${ref} 'it'\\''s' --if-revision v1`);
    expect(answerAsCommand(pane, { type: "approve", label: "", key: "a", answer: "yes" }, "v1")).toBe(
      `agtmux answer ${ref} yes --if-revision v1`,
    );
    const reply = { type: "reply", label: "", key: "r" } as const;
    expect(answerAsCommand(pane, reply, "v1")).toBe(`agtmux answer ${ref} --text "…" --if-revision v1`);
    expect(answerAsCommand(pane, reply, null)).toBe(
      `agtmux send ${ref} --text "…" --if-state waiting_input --if-runtime runtime-of-host-1`,
    );
  });

  it("[SC22] a path is quoted for a shell: a branch may have any sign in its name", () => {
    expect(gitStatusCommand("/w/it's;id $(id)")).toBe("git -C '/w/it'\\''s;id $(id)' status");
  });

  it("[SC22] what another member of the fleet calls its agents and questions is quoted, too", () => {
    const reply = { type: "reply", label: "", key: "r" } as const;
    const far = testPane({}, { state: "waiting_input", runtime_id: "r;id" });
    expect(answerAsCommand(far, reply, "v;id")).toBe(`agtmux answer ${ref} --text "…" --if-revision 'v;id'`);
    expect(answerAsCommand(far, reply, null)).toContain(" --if-runtime 'r;id'");
  });

  it("[UI18] views have an equal command too", () => {
    expect(attachCommand(pane)).toBe(`agtmux attach ${ref}`);
    expect(fleetCommand([])).toBe("agtmux list panes");
    expect(fleetCommand(["error", "idle"])).toBe("agtmux list panes --state error,idle");
    expect(fleetCommand(["testing", "review"])).toBe("agtmux list panes --state completed");
  });
});
