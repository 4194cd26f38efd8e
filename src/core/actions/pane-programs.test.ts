import { describe, expect, it } from "vitest";
import type { ProcessFacts } from "../adapter/process-facts.ts";
import { panePrograms } from "./pane-programs.ts";

describe("the programs of a pane without a known agent", () => {
  it.each([
    ["the pane's own process, if it is no shell", [[1, 0, "make all"]], ["1 known"]],
    ["a shell that runs a script", [[1, 0, "sh build.sh"]], ["1 known"]],
    ["a shell with a command", [[1, 0, "bash -c loop"]], ["1 known"]],
    ["nothing, where people type into a shell", [[1, 0, "-bash"]], []],
    ["nothing, where the shell has only options", [[1, 0, "bash --norc -i"]], []],
    [
      "what a shell has started, through shells",
      [
        [1, 0, "-zsh"],
        [2, 1, "gitstatusd -s"],
        [3, 1, "bash -l"],
        [4, 3, "make all"],
        [5, 4, "cc x.c"],
      ],
      ["2", "4"],
    ],
    [
      "what was spawned, also by the name of a shell",
      [
        [1, 0, "sh /home/me/.agtmux/launch/s-1/run inside"],
        [2, 1, "sh loop.sh"],
        [3, 2, "sleep 1"],
      ],
      ["2 known"],
    ],
    [
      "what was spawned and is stopped, not the shell that is there meanwhile",
      [
        [1, 0, "sh /home/me/.agtmux/launch/s-1/run inside"],
        [2, 1, "my-agent"],
        [3, 1, "/bin/bash"],
        [4, 3, "vi"],
      ],
      ["2 known", "4"],
    ],
    ["nothing, where the pane's process has ended", [[2, 1, "make"]], []],
  ] as const)("[GD21] are %s", (_words, tree, expected) => {
    const found = panePrograms(1, tree.map(facts));
    expect(found.map(({ process, isKnown }) => `${process.pid}${isKnown ? " known" : ""}`)).toEqual(expected);
  });
});

function facts([pid, ppid, line]: readonly [number, number, string]): ProcessFacts {
  const argv = line.split(" ");
  const command = (argv[0] ?? "").replace(/^.*\//, "");
  return { pid, ppid, start: String(pid), startedAt: pid, command, argv };
}
