import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { TOOLS } from "../core/protocol/mcp/tools.ts";

/** The tools as a client lists them. Those that act say so, since clients ask their person before such calls. */
export function toolList(): Tool[] {
  return Object.entries(TOOLS).map(([name, { says, input, acts }]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" });
    return {
      name,
      description: says,
      inputSchema: schema as Tool["inputSchema"],
      annotations: {
        readOnlyHint: !acts,
        destructiveHint: name === "dispose" || name === "interrupt" || name === "answer",
        openWorldHint: false,
      },
    };
  });
}
