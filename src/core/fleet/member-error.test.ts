import { expect, it } from "vitest";
import { memberError, memberWords } from "./member-error.ts";

it.each([
  [
    "nothing is asked in pane:host/nightly/@0/%0: it is idle",
    "nothing is asked in pane:ci.host/nightly/@0/%0: it is idle",
  ],
  ["'agtmux answer host/%7 --close' closes it", "'agtmux answer ci.host/%7 --close' closes it"],
  ["pane %3 is gone", "ci: pane %3 is gone"],
  ["/srv/ci/shop is not in a git repository", "ci: /srv/ci/shop is not in a git repository"],
  ["lap may not answer on ci: run 'x' on ci", "lap may not answer on ci: run 'x' on ci"],
  ["ci does not share this", "ci does not share this"],
  ["cinema is closed", "ci: cinema is closed"],
])("[FL17] what a member says of its panes is named as it is here: %s", (message, here) => {
  expect(memberError({ message }, "ci")).toEqual({ message: here });
});

it("[FL17] an error's details name the pane and its target as they are named here", () => {
  const details = { ref: "pane:host/a/@0/%0", target: "host", guard: "pane" };
  expect(memberError({ message: "it is gone", details }, "ci").details).toEqual({
    ...{ ref: "pane:ci.host/a/@0/%0", target: "ci.host", guard: "pane" },
  });
  expect(memberWords("it is gone", "ci")).toBe("it is gone");
});
