import { formatText } from "../../core/actions/tmux-words.ts";
import type { Adapter } from "../../core/adapter/adapter.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { formatRef } from "../../core/protocol/base/refs.ts";
import { INSTRUCTIONS } from "../../core/provision/instructions.ts";
import { launcherText } from "../../core/provision/launcher.ts";
import { workspaceName } from "../../core/provision/session-names.ts";
import type { SpawnDeps } from "./spawn-agent.ts";
import type { SpawnRecord } from "./spawn-records.ts";

/** Opens the pane and waits for its launcher: only the user's own shell knows whether the program exists. */
export async function launchInPane(
  record: SpawnRecord,
  how: { argv: string[]; variables: Record<string, string>; session: string; home: string },
  { place, records, agents }: Pick<SpawnDeps, "place" | "records" | "agents">,
  warnings: string[],
): Promise<string> {
  const own = Object.keys(process.env).filter((name) => /^(AGTMUX|SCHMUX)_[A-Z_]+$/.test(name));
  const answer = await place.shell.run("spawn", "launch", {
    here: record.here,
    run_text: launcherText({ variables: how.variables, argv: how.argv, bin: `${how.home}/bin` }),
    instructions: INSTRUCTIONS,
    session: how.session,
    window: workspaceName(record.agent),
    directory: formatText(record.workspace),
    // a tmux server that we start inherits this daemon's environment
    own_names: place.isLocal ? own.join(" ") : "",
  });
  const [pane = "", window = "", pid = "", start = "", ...name] = (answer.get("pane") ?? "").split(" ");
  if (!/^%\d{1,10} @\d{1,10} \d{1,10} \d{1,15}$/.test(`${pane} ${window} ${pid} ${start}`))
    throw new Fault("E_TARGET_UNUSABLE", "tmux did not say which pane it has opened", { target: place.target });
  record.pane_id = pane;
  record.window_id = window;
  record.session_name = name.join(" ");
  record.server = `${pid} ${start}`;
  record.ref = formatRef({ type: "pane", target: place.target, session: record.session_name, window, pane });
  records.keep(record);
  if (answer.has("slow"))
    warnings.push("your login shell did not get ready within 10 s: the agent was started without it");
  if ((answer.get("found") ?? "") === "") throw notFound(record, agents);
  return answer.get("made") ?? "window";
}

function notFound({ agent, program, target }: SpawnRecord, agents: readonly Adapter[]): Fault {
  const known = agents.filter(({ launch }) => launch !== undefined).map(({ name }) => name);
  const there = target === "host" ? "here" : `on ${target}`;
  const words = `there is no command ${program} ${there}, neither in your shell's PATH nor in tmux's: install it, or name one of ${known.join(", ")}, a model such as claude-opus, or any other command`;
  return new Fault("E_AGENT_NOT_FOUND", words, { agent, program, known });
}
