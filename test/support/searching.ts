import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, sandbox } from "./sandbox.ts";

/** A sandbox in which conversations are indexed, with a home of its own: agents have no archives there yet. */
export function searching(): Sandbox {
  const box = sandbox({ AGTMUX_SEARCH: "on" });
  box.env.HOME = box.dir;
  return box;
}

/** Writes a conversation of a Claude that has ended: prompts of a person, and words of the agent after the last one. */
export function endedConversation(box: Sandbox, prompts: readonly string[], words: string): void {
  const folder = join(box.dir, ".claude", "projects", "old");
  mkdirSync(folder, { recursive: true });
  const common = { timestamp: new Date().toISOString(), cwd: "/src/old" };
  const lines = [
    ...prompts.map((content, at) => ({ type: "user", uuid: `p${at}`, ...common, message: { content } })),
    { type: "assistant", uuid: "w", ...common, message: { content: [{ type: "text", text: words }] } },
  ];
  writeFileSync(join(folder, "ended.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
