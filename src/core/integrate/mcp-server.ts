/** The key of our entry among the user's servers. */
export const SERVER_NAME = "agtmux";
export const SERVER_ARGS = ["mcp"] as const;

/** The common part of inspections of a single entry. */
export const ENTRY_FACTS = { missing: [], stale: [], disabled: null, awaiting: [], unread: null } as const;

export function isOurProgram(program: unknown): boolean {
  return typeof program === "string" && /^\/(?:.*\/)?bin\/agtmux$/.test(program);
}
