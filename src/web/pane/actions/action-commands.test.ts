import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { shellLine } from "../../../core/provision/shell-words.ts";
import { killCommand, paneCommands } from "./action-commands.ts";

const identity = { target: "host", session_name: "work", window_id: "@1", pane_id: "%1" };
const pane = { identity, ref: "pane:host/work/@1/%1", runtime_id: "r1", state: "idle" } as PaneItem;

describe("commands of a pane's page", () => {
  it("[UI18] are the commands that do the same as the buttons, guards included", () => {
    expect(paneCommands(pane)).toEqual([
      'agtmux send pane:host/work/@1/%1 --text "…" --if-state idle --if-runtime r1',
      "agtmux view-output pane:host/work/@1/%1 --lines 100",
      "agtmux diff pane:host/work/@1/%1",
      "agtmux attach pane:host/work/@1/%1",
      "agtmux kill pane:host/work/@1/%1 --signal INT --if-runtime r1",
      "agtmux explain pane:host/work/@1/%1",
    ]);
    expect(killCommand({ ...pane, runtime_id: null }, "TERM")).toBe("agtmux kill pane:host/work/@1/%1 --signal TERM");
  });

  it("[SC22] what another member of the fleet calls its agent is quoted", () => {
    expect(killCommand({ ...pane, runtime_id: "r;id" }, "INT")).toBe(
      "agtmux kill pane:host/work/@1/%1 --signal INT --if-runtime 'r;id'",
    );
  });

  it("[FL22] nobody attaches to another member's pane from here", () => {
    const far = { ...pane, identity: { ...identity, target: "vm.host" } };
    expect(paneCommands(far).filter((command) => command.startsWith("agtmux attach"))).toEqual([]);
  });

  it("[UI18, UG16] an agent that a limit has stopped can be woken after it, or that cancelled", () => {
    const stopped = { since: 1, until: 9, resumes: false, wakes_at: null };
    const wake = (limited: PaneItem["limited"]) =>
      paneCommands({ ...pane, limited }).filter((command) => command.startsWith("agtmux wake"));
    expect(wake(stopped)).toEqual(["agtmux wake pane:host/work/@1/%1"]);
    expect(wake({ ...stopped, wakes_at: 10 })).toEqual(["agtmux wake pane:host/work/@1/%1 --cancel"]);
    expect([wake(null), wake({ ...stopped, resumes: true }), wake({ ...stopped, until: null })]).toEqual([[], [], []]);
  });

  it("[UI18] a bare command is quoted as a shell takes it", () => {
    expect(shellLine(["tmux", "attach", "-t", "=my work; 'x'"])).toBe(`tmux attach -t '=my work; '\\''x'\\'''`);
  });
});
