import { expect, it } from "vitest";
import { findAgentNames } from "./agent-names.mjs";

const ADAPTER = { path: "src/core/agents/claude/adapter.ts", text: 'export const name = "claude";' };

it("[PK1] code outside an adapter's folder that names its agent is found, in whatever case", () => {
  const files = [
    ADAPTER,
    { path: "src/daemon/a.ts", text: 'if (agent === "claude") return;' },
    { path: "src/daemon/b.ts", text: "const isClaude = true;\nconst CLAUDE_MS = 5;" },
  ];
  expect(findAgentNames(files)).toEqual([
    "src/daemon/a.ts names the agent claude: only its adapter may, and what scripts/agent-names.mjs lists",
    "src/daemon/b.ts names the agent CLAUDE: only its adapter may, and what scripts/agent-names.mjs lists",
  ]);
});

it("[PK1] comments, the registry, help texts and test support may name agents; a text cursor is not an agent", () => {
  const files = [
    ADAPTER,
    { path: "src/core/agents/cursor/adapter.ts", text: "" },
    { path: "src/core/agents/registry.ts", text: 'import { claude } from "./claude/adapter.ts";' },
    { path: "src/cli/help/topics.ts", text: '"agtmux send claude"' },
    { path: "src/daemon/store/some-contract.ts", text: '"claude"' },
    { path: "src/daemon/c.ts", text: '/** Claude needs this. */\nconst cursor = "https://x"; // as claude does' },
  ];
  expect(findAgentNames(files)).toEqual([]);
});
