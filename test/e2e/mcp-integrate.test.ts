import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { CheckUp } from "../../src/core/protocol/daemon/check-up.ts";
import { AGTMUX, sandbox } from "../support/sandbox.ts";

const CLAUDE = '{\n\t"numStartups": 3,\n\t"mcpServers": { "mine": { "command": "x" } }, "projects": {}\n}';
const CODEX = 'model = "m"\n[mcp_servers.mine]\ncommand = "x"';

it("[MC12] the server is listed beside the user's own, doctor starts it, and --remove leaves every byte as it was", async () => {
  const box = sandbox();
  const home = join(box.dir, "user");
  box.env.HOME = home;
  const files = { [join(home, ".claude.json")]: CLAUDE, [join(home, ".codex", "config.toml")]: CODEX };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const added = await box.agtmux(["integrate", "--mcp", "claude", "codex"]);
  expect(added).toMatchObject({ code: 0, stderr: "" });
  const [claude, codex] = Object.keys(files).map((path) => readFileSync(path, "utf8"));
  expect(JSON.parse(claude ?? "")).toMatchObject({
    numStartups: 3,
    mcpServers: {
      mine: { command: "x" },
      agtmux: { type: "stdio", command: AGTMUX, args: ["mcp"], env: { AGTMUX_HOME: box.home } },
    },
  });
  expect(codex).toContain(`\n[mcp_servers.agtmux]\n`);
  expect((await box.agtmux(["integrate", "--mcp", "claude", "codex"])).stdout).toMatch(/up to date/);

  const doctor = await box.agtmux(["doctor", "claude", "codex", "--json"]);
  const { checks } = JSON.parse(doctor.stdout) as CheckUp;
  expect(checks.filter(({ name }) => name.startsWith("mcp of"))).toEqual([
    { name: "mcp of claude", status: "ok", found: expect.stringMatching(/can start it: \d+ tools/), advice: null },
    { name: "mcp of codex", status: "ok", found: expect.stringMatching(/can start it: \d+ tools/), advice: null },
  ]);

  expect(await box.agtmux(["integrate", "--mcp", "--remove"])).toMatchObject({ code: 0 });
  for (const [path, text] of Object.entries(files)) expect(readFileSync(path, "utf8")).toBe(text);
});
