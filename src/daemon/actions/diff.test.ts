import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { diffOf } from "./diff.ts";

it("[GD40] tells new files of the whole repository by their paths in it, as the diff does, wherever the agent works", async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "agtmux-diff-")));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  execFileSync("git", ["init", "-q"], { cwd: dir });
  mkdirSync(join(dir, "src"));
  for (const name of ["beside", "src/below"]) writeFileSync(join(dir, name), "x");
  const runScript = async (script: string) => ({
    ...{ code: 0, stderr: "" },
    stdout: execFileSync("sh", ["-s"], { input: script, encoding: "utf8" }),
  });
  const { untracked } = await diffOf(
    { doing: null, cwd: join(dir, "src"), runtime_id: null },
    { runScript },
    "commit",
    { recall: () => null },
  );
  expect(untracked).toEqual(["beside", "src/below"]);
});
