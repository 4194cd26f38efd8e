import { expect, it } from "vitest";
import { AGTMUX, sandbox, until } from "../support/sandbox.ts";

/** Commands that speak to a person, with their longest answers on an empty home. */
const COMMANDS = [
  ...["", "doctor", "adapters list", "rules list", "notify list", "queue list", "usage", "fleet status", "fleet list"],
  ...["explain work", "help", "help rules", "mcp status", "questions", "audit", "devices"],
  ...["undo work", "finish work", "send nobody --text x", "wrong", "fleet join"],
];

it.each([60, 80])(
  "[CL36] on a terminal of %i columns no command breaks a line inside a word; in a pipe none is broken",
  async (columns) => {
    const box = sandbox();
    box.session("work");
    await box.startDaemon();
    for (const command of COMMANDS) {
      const shell = `${AGTMUX} ${command}; echo "that was all"; exec sleep 600`;
      const size = ["-x", `${columns}`, "-y", "200"];
      const pane = box.tmux("new-session", "-d", "-P", "-F", "#{pane_id}", ...size, shell);
      const joined = () => box.tmux("capture-pane", "-p", "-J", "-t", pane);
      await until(() => joined().includes("that was all"), joined);
      const long = joined()
        .split("\n")
        .map((line) => line.trimEnd())
        // commands to copy, and words that are longer than the line
        .filter((line) => line.length > columns && !/^\s+agtmux /.test(line) && /\S\s+\S/.test(line.trim()));
      expect([command, long]).toEqual([command, []]);
      box.tmux("kill-pane", "-t", pane);
    }
    const { stdout } = await box.agtmux(["notify", "list"]);
    expect(stdout.trim().split("\n")).toHaveLength(1);
  },
);
