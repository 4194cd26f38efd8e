import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";

/** Opens a text in the person's editor and returns what they made of it. */
export function editText(text: string): string {
  const { VISUAL, EDITOR } = process.env;
  const editor = VISUAL || EDITOR || "vi";
  const folder = mkdtempSync(join(tmpdir(), "agtmux-message-"));
  const file = join(folder, "COMMIT_EDITMSG");
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    // an editor may be a command with options, as git takes it
    const { status } = spawnSync("sh", ["-c", `${editor} "$@"`, editor, file], { stdio: "inherit" });
    const edited = readFileSync(file, "utf8").trim();
    if (status !== 0) throw new Fault("E_NOT_CONFIRMED", `${editor} failed: nothing was done`);
    if (edited === "") throw new Fault("E_NOT_CONFIRMED", "the message is empty: nothing was done");
    return edited;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
