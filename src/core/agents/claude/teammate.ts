import type { Teammate } from "../../adapter/adapter.ts";

/** A lead starts each teammate in a pane of its own by such a command; seen with 2.1.325. */
export function teammateIn(argv: readonly string[]): Teammate | null {
  const [name, lead_session] = [flagIn("--agent-name", argv), flagIn("--parent-session-id", argv)];
  return name === undefined || lead_session === undefined ? null : { name, lead_session };
}

function flagIn(flag: string, argv: readonly string[]): string | undefined {
  const joined = argv.find((word) => word.startsWith(`${flag}=`));
  if (joined !== undefined) return joined.slice(flag.length + 1);
  const at = argv.indexOf(flag);
  return at < 0 ? undefined : argv[at + 1];
}
