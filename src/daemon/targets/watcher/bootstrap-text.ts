import { createHash } from "node:crypto";
import { quoted } from "../../../core/provision/shell-words.ts";
import commandText from "../../../remote/agtmux.sh";
import bootstrap from "../../../remote/bootstrap.sh";
import squadText from "../../../remote/squad.sh";
import { watcherText } from "./watcher-text.ts";

export interface BootstrapOptions {
  /** The daemon whose control clients are recorded there. */
  daemonId: string;
  /** A word that nothing else can print. */
  marker: string;
}

/**
 * The script that the machine's shell runs first, from standard input: installs our scripts and reports what there is.
 */
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
  return `${name}=${quoted(value)}`;
}

/** The end word is a hash of the text, so that no line of the text equals it. */
function textFunction(name: string, text: string): string {
  const end = `END_${createHash("sha256").update(text).digest("hex")}`;
  return `${name}() {\ncat <<'${end}'\n${text.replace(/\n?$/, "\n")}${end}\n}`;
}
