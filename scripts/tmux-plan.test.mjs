import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { mirrorIn, readTmuxArguments, TMUX_SUITES, tmuxWrapper, upstreamVersion, versionsTable } from "./tmux-plan.mjs";

describe("the versions of tmux that are tried", () => {
  it("[TX15] are those of two releases of Debian, and what its moving suites hold", () => {
    expect(TMUX_SUITES.map(({ suite, version }) => `${suite} ${version ?? "as it is"}`)).toEqual([
      "bookworm 3.3a",
      "trixie 3.5a",
      "forky as it is",
      "sid as it is",
    ]);
  });

  it.each([
    [[], { versions: [], files: [], isLong: false }],
    [
      ["3.5a", "3.8", "--only", "test/e2e/send.test.ts"],
      { versions: ["3.5a", "3.8"], files: ["test/e2e/send.test.ts"], isLong: false },
    ],
    [["--long"], { versions: [], files: [], isLong: true }],
    [["--only"], { fault: "--only needs a file" }],
    [["sid"], { fault: "sid is neither a version of tmux, nor --only FILE, nor --long" }],
  ])("[TX15] are asked for by %j", (args, expected) => {
    expect(readTmuxArguments(args)).toEqual(expected);
  });

  it("[TX15] come from the mirror that this machine's apt has, where it is one of Debian's archive", () => {
    const security = "http://mirror.example/debian-security/ bookworm-security";
    expect(mirrorIn(`${security}\nhttp://mirror.example/debian/ bookworm\n`)).toBe("http://mirror.example/debian/");
    expect(mirrorIn(`${security}\nhttp://mirror.example/ubuntu/ noble\n`)).toBeNull();
    expect(mirrorIn("")).toBeNull();
  });

  it.each([
    ["3.3a-3", "3.3a"],
    ["3.7c-1+b1", "3.7c"],
    ["1:3.8~rc-2-1", "3.8~rc-2"],
  ])("[TX15] are named as upstream does: %s is %s", (debian, upstream) => {
    expect(upstreamVersion(debian)).toBe(upstream);
  });

  it("[TX15] run with their own loader and libraries, of which what they start learns nothing", () => {
    const folder = mkdtempSync(join(tmpdir(), "agtmux it's "));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const loader = join(folder, "ld.so");
    writeFileSync(loader, '#!/bin/sh\nprintf "%s\\n" "$@"; env | grep ^LD_ || :\n');
    const wrapper = join(folder, "tmux");
    writeFileSync(wrapper, tmuxWrapper({ loader, libraries: ["/a", "/b c"], binary: "/x/tmux" }));
    for (const path of [loader, wrapper]) chmodSync(path, 0o755);
    const told = execFileSync(wrapper, ["-L", "my server", ""], { encoding: "utf8" });
    expect(told).toBe("--library-path\n/a:/b c\n/x/tmux\n-L\nmy server\n\n");
  });

  it("[TX15] results are shown in a table; a version that a suite no longer has is reported but is not a failure", () => {
    const table = versionsTable([
      { suite: "bookworm", version: "3.3a", missing: "bookworm no longer has it (it has 3.4)" },
      { suite: "sid", version: "3.8", passed: 107, failed: 2, skipped: 0 },
    ]);
    expect(table.split("\n")).toEqual([
      "version                passed  failed  skipped",
      "tmux 3.3a  (bookworm)  bookworm no longer has it (it has 3.4)",
      "tmux 3.8   (sid)          107       2        0",
    ]);
  });
});
