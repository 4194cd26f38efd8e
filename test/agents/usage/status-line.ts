import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parsePayload, valueAt } from "../../../src/core/adapter/payload.ts";
import { adapterOf } from "../../../src/core/agents/registry.ts";
import type { Agent, House } from "../agent.ts";
import { writeJson } from "../write-json.ts";

/** Output of the user's own status line command. */
export const OWN_LINE = "my own status line";

/** The agent with a status line of the user's own, through which it tells us what it uses; unchanged if it needs none for that. */
export function withStatusLine(agent: Agent): Agent {
  const integration = adapterOf(agent.name)?.integration;
  const { usage } = integration ?? {};
  if (integration === undefined || usage === undefined) return agent;
  const furnish = (house: House) => {
    agent.furnish(house);
    const path = join(integration.folder({ home: house.home, env: {} }), integration.file);
    const command = `cat >>'${logOf(house)}'; echo >>'${logOf(house)}'; echo '${OWN_LINE}'`;
    writeJson(path, { ...JSON.parse(readFileSync(path, "utf8")), statusLine: { type: "command", command } });
    const added = usage.add(readFileSync(path, "utf8"), house.agtmuxHome);
    if (!added.ok) throw new Error(added.fault.expected);
    writeFileSync(path, added.text ?? "");
  };
  return { ...agent, furnish };
}

/** The cost that the agent last gave to its status line in a conversation; null if it has none. */
export function toldCost(house: House, session: string): number | null {
  if (!existsSync(logOf(house))) return null;
  const told = readFileSync(logOf(house), "utf8").split("\n").map(parsePayload);
  const last = told.findLast((each) => valueAt(each, "session_id") === session);
  const cost = valueAt(last, "cost", "total_cost_usd");
  return typeof cost === "number" ? Math.round(cost * 1e6) / 1e6 : null;
}

function logOf({ home }: House): string {
  return join(home, "status-line.log");
}
