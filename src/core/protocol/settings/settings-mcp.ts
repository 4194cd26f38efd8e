import { z } from "zod";
import { pathOfIssue, type TableFault } from "./settings-file.ts";

const Folder = z.string().regex(/^\/[^\0]*$/, "an absolute path");

/** The agents around the one that asks, from narrow to wide. */
const LookScope = z.enum(["session", "target", "all"]);
const ActScope = z.enum(["none", "spawned", "session", "target", "all"]);

const Allowance = z.strictObject({
  /** The caller that these permissions are for: an agent's name, `remote` (over HTTP) or `outside` (in no pane); all if absent. */
  agent: z
    .string()
    .regex(/^[\w.-]{1,40}$/, "an agent's name, remote or outside")
    .exactOptional(),
  /** Only for agents that work in this directory or below it. */
  workspace: Folder.exactOptional(),
  look: LookScope.exactOptional(),
  act: ActScope.exactOptional(),
  spawn: z.boolean().exactOptional(),
  /** Folders besides its own where it may start agents. */
  spawn_in: z.array(Folder).max(50).exactOptional(),
  /** Whether it may answer what other agents ask their person. */
  answer: z.boolean().exactOptional(),
});
export type McpAllowance = z.output<typeof Allowance>;

/** `[mcp]` in config.toml: what agents may do with each other. */
const McpTable = z.strictObject({
  /** False stops all acting of agents on agents. */
  acting: z.boolean().default(true),
  /** How many agents may stand behind each other: one asks another, which asks a third. */
  depth: z.number().int().min(0).max(20).default(3),
  /** How often an agent may act in an hour. */
  per_hour: z.number().int().min(0).max(10_000).default(60),
  /** In this order; a later one that fits overrides what it names. */
  allow: z.array(Allowance).max(200).default([]),
});
export type McpSettings = z.output<typeof McpTable>;

export const NO_MCP: McpSettings = McpTable.parse({});

export type McpResult = { ok: true; mcp: McpSettings } | { ok: false; faults: TableFault[] };

/** Parses the table `mcp`; a fault names the key. */
export function readMcp(table: unknown): McpResult {
  const parsed = McpTable.safeParse(table);
  if (parsed.success) return { ok: true, mcp: parsed.data };
  return {
    ok: false,
    faults: parsed.error.issues.map((issue) => ({
      words: `${["mcp", ...issue.path].map(String).join(".")}: ${issue.message}`,
      path: ["mcp", ...pathOfIssue(issue)],
    })),
  };
}

/** One line for each value that differs from the default, and for each allowance. */
export function mcpRows({ allow, ...rest }: McpSettings): { name: string; value: string; does: string }[] {
  const { allow: _, ...standard } = NO_MCP;
  const changed = Object.entries(rest).filter(([name, value]) => standard[name as keyof typeof standard] !== value);
  return [
    ...changed.map(([name, value]) => ({ name: `mcp.${name}`, value: String(value), does: "agents acting on agents" })),
    ...allow.map((each, index) => ({ name: `mcp.allow.${index}`, value: JSON.stringify(each), does: "an allowance" })),
  ];
}
