// Real agents against a scripted model: states (npm run test:agents [-- claude codex … --keep --only 'marker once']),
// delivery of text (npm run test:send [-- claude codex … --keep --only tabs]) and of answers (npm run test:answer), what they used (npm run test:usage), their conversations (npm run test:conversation), whether they work together (npm run test:mcp), and what their newest versions change (npm run drift).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { bundleSuite } from "./bundle-suite.mjs";
import { ensureSetup, ROOT } from "./setup.mjs";

await ensureSetup(["tmux"], ["ps"]);
await ensureBuilt();
const [suite, ...args] = process.argv.slice(2);
const entry = {
  states: "main.ts",
  send: "send/main.ts",
  answer: "answer/main.ts",
  usage: "usage/main.ts",
  conversation: "conversation/main.ts",
  mcp: "mcp/main.ts",
  drift: "drift/main.ts",
}[suite];
const bundles = await bundleSuite("agents", { [suite]: entry });
const { status } = spawnSync(process.execPath, [join(bundles, `${suite}.mjs`), ...args], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
