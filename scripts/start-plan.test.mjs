import { describe, expect, it } from "vitest";
import { commandName, daemonPlan, pathWithout, welcome } from "./start-plan.mjs";

describe("daemonPlan", () => {
  it.each([
    [null, "start"],
    [{ running: false, build: null }, "start"],
    [{ running: true, build: "old" }, "restart"],
    [{ running: true }, "restart"],
    [{ running: true, build: "new" }, "keep"],
  ])("[PK8] a daemon with status %j: %s", (status, plan) => {
    expect(daemonPlan(status, "new")).toBe(plan);
  });
});

describe("commandName", () => {
  it.each([
    ["/src/agtmux/bin/agtmux", "agtmux"],
    ["/usr/bin/agtmux", "/src/agtmux/bin/agtmux"],
    [null, "/src/agtmux/bin/agtmux"],
  ])("[PK8] with %s on the PATH, people are told to type %s", (onPath, typed) => {
    expect(commandName({ onPath, own: "/src/agtmux/bin/agtmux" })).toBe(typed);
  });

  it("[PK8] a path that a shell would split is quoted", () => {
    expect(commandName({ onPath: null, own: "/my files/it's/agtmux" })).toBe("'/my files/it'\\''s/agtmux'");
  });
});

describe("welcome", () => {
  const status = { dashboard: "http://x.localhost:1/#a", plain_dashboard: "http://127.0.0.1:1/#a", problems: [] };

  it("[PK8] has the link once, and the commands as they can be typed", () => {
    const words = welcome({ ...status, problems: [{ message: "no tmux server is running" }] }, "/src/bin/agtmux");
    expect(words.match(/#a/g)).toHaveLength(2);
    for (const part of ["/src/bin/agtmux integrate ", "Note: no tmux server is running", "on your PATH"])
      expect(words).toContain(part);
  });

  it("[PK8] says nothing about the PATH if agtmux is on it, and that the dashboard is off", () => {
    expect(welcome(status, "agtmux")).not.toContain("PATH");
    expect(welcome({ ...status, dashboard: null, plain_dashboard: null }, "agtmux")).toContain("(switched off)");
  });
});

describe("pathWithout", () => {
  it("[PK13] the daemon does not get the PATH of our own Node", () => {
    const own = "/src/agtmux/runtime/node_modules/.bin";
    expect(pathWithout(`${own}:/usr/bin:/src/agtmux/runtime-tools`, "/src/agtmux/runtime")).toBe(
      "/usr/bin:/src/agtmux/runtime-tools",
    );
  });
});
