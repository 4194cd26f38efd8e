import { createHash } from "node:crypto";
import commandText from "../../remote/agtmux.sh";
import bootstrap from "../../remote/bootstrap.sh";
import squadText from "../../remote/squad.sh";
import { watcherText } from "./watcher-text.ts";

export interface BootstrapOptions {
  /** Whose control clients are written down there. */
  daemonId: string;
  /** A word that nothing else on the way can print. */
  marker: string;
}

/** What a machine's own shell runs, from standard input, before anything else: installs our scripts and says what there is. */
export function bootstrapText({ daemonId, marker }: BootstrapOptions): string {
  const watcher = watcherText();
  const name = `watcher-${createHash("sha256").update(watcher).digest("hex").slice(0, 16)}.sh`;
  return [
    assignment("marker", marker),
    assignment("daemon", daemonId),
    assignment("watcher_name", name),
    textFunction("watcher_text", watcher),
    textFunction("command_text", commandText),
    textFunction("squad_text", squadText),
    bootstrap,
  ].join("\n");
}

function assignment(name: string, value: string): string {
  return `${name}='${value.replaceAll("'", `'\\''`)}'`;
}

/** The end word is made from the text, so that no line of it can be the end. */
function textFunction(name: string, text: string): string {
  const end = `END_${createHash("sha256").update(text).digest("hex")}`;
  return `${name}() {\ncat <<'${end}'\n${text.replace(/\n?$/, "\n")}${end}\n}`;
}
