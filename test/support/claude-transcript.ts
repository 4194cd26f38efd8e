import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fakeAgents } from "./fake-agent.ts";
import { type Sandbox, untilPane } from "./sandbox.ts";

/** A pane with a Claude that has told where its transcript is; `write` adds a line to it. */
export async function claudeWithTranscript(box: Sandbox, { isWritten = true, directory = box.dir } = {}) {
  const transcript = join(box.dir, "projects", "x", "s-1.jsonl");
  mkdirSync(join(box.dir, "projects", "x"), { recursive: true });
  if (isWritten) writeFileSync(transcript, "");
  await box.startDaemon();
  const pane = box.session("work", `exec ${fakeAgents(box.dir).claude}`);
  await untilPane(box, pane, ({ agent }) => agent === "claude");
  let serial = 0;
  const hook = (event: string, payload: object) => {
    serial += 1;
    const file = join(box.dir, `payload-${serial}.json`);
    const common = { session_id: "s-1", prompt_id: `t-${serial}`, cwd: directory, transcript_path: transcript };
    writeFileSync(file, JSON.stringify({ ...common, ...payload }));
    box.type(pane, `${join(box.home, "bin", "agtmux")} hook claude ${event} < ${file}`);
  };
  let lines = 0;
  const write = (type: "user" | "assistant", content: string | object[], more: object = {}) => {
    lines += 1;
    const line = { type, uuid: `u${lines}`, sessionId: "s-1", timestamp: new Date().toISOString(), ...more };
    appendFileSync(transcript, `${JSON.stringify({ ...line, message: { role: type, content } })}\n`);
  };
  hook("UserPromptSubmit", { prompt: "Begin" });
  await untilPane(box, pane, ({ state }) => state === "running");
  return { pane, transcript, hook, write };
}
