import { isHelper } from "../../adapter/identify-by.ts";
import type { ProcessFacts } from "../../adapter/process-facts.ts";
import { programOf, scriptAmong } from "../../adapter/program.ts";

const ENTRY = /\/cursor-agent\/versions\/[^/]+\/index\.js$/;
const NOT_A_CONVERSATION = {
  helpers: [
    "about",
    "acp",
    "install-shell-integration",
    "login",
    "logout",
    "mcp",
    "status",
    "uninstall-shell-integration",
    "whoami",
    "worker",
    "worker-server",
  ],
  chores: ["create-chat", "help", "models", "update", "upgrade"],
};

/** Its launcher runs node under the launcher's own name, `cursor-agent` or `agent`. Known from documents only. */
export function identify({ argv }: ProcessFacts): boolean {
  const program = programOf(argv);
  if (program === null) return false;
  if (program.kind === "script") return ENTRY.test(program.path) && !isHelper(program.args, NOT_A_CONVERSATION);
  const name = program.path.slice(program.path.lastIndexOf("/") + 1);
  if (name !== "cursor-agent" && name !== "agent") return false;
  const script = scriptAmong(program.args);
  if (script !== null && ENTRY.test(script.path)) return !isHelper(script.args, NOT_A_CONVERSATION);
  // many programs are called `agent`: that name alone says nothing
  return name === "cursor-agent" && !isHelper(program.args, NOT_A_CONVERSATION);
}
