import type { Adapter } from "../../core/adapter/adapter.ts";
import { isPersonsPrompt } from "../../core/mcp/is-persons-prompt.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Actions } from "../actions/actions.ts";
import type { Answers } from "../actions/answers.ts";
import { AuditLog } from "../actions/audit-log.ts";
import type { Spawner } from "../actions/spawner.ts";
import type { QuestionStore } from "../attention/question-store.ts";
import type { Clock } from "../base/clock.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Queues } from "../queue/queues.ts";
import { findDirectory } from "../rules/find-places.ts";
import type { Store } from "../store/store.ts";
import type { Machine } from "../targets/machine/machine.ts";
import type { ActDeps } from "./act-tools.ts";
import { Callers, type CallersDeps } from "./callers.ts";
import { Limits } from "./limits.ts";
import type { LookDeps } from "./look-tools.ts";
import { McpTools } from "./mcp-tools.ts";
import { untilSeen } from "./until-seen.ts";

interface OpenMcpToolsDeps {
  settings: Pick<Settings, "mcp" | "presets">;
  store: Store;
  clock: Clock;
  fleet: Fleet;
  broadcast: Broadcast;
  actions: Actions;
  answers: Answers;
  spawner: Spawner;
  queues: ActDeps["queues"] & Pick<Queues, "list">;
  questions: QuestionStore;
  search: LookDeps["search"];
  conversations: LookDeps["conversations"];
  /** All agents, enabled or not. */
  agents: readonly Adapter[];
  targets(): ReturnType<CallersDeps["targets"]>;
  machineOf(target: string): Pick<Machine, "runScript">;
}

const NEWEST = 200;

export function openMcpTools(deps: OpenMcpToolsDeps): McpTools {
  const { settings, store, clock, fleet, broadcast, questions, spawner } = deps;
  const item = (target: string, paneId: string) => fleet.item(target, paneId);
  const limits = new Limits({
    store,
    clock,
    settings: settings.mcp,
    isPromptedSince: (runtimeId, at) =>
      store.audit(at, NEWEST).some((entry) => entry.runtime_id === runtimeId && isPersonsPrompt(entry)),
  });
  const hasQueued = (runtimeId: string) =>
    deps.queues
      .list()
      .items.some(({ runtime_id, paused, prompts }) => runtime_id === runtimeId && !paused && prompts.length > 0);
  const promptedAt = ({ runtime_id, identity }: PaneItem) => {
    const spawned = spawner
      .living()
      .find(({ target, pane_id }) => target === identity.target && pane_id === identity.pane_id);
    const times = [limits.askedOf(runtime_id ?? "")?.at, spawned?.spawned_at].filter((at) => at !== undefined);
    return times.length === 0 ? null : Math.max(...times);
  };
  return new McpTools({
    callers: new Callers({
      targets: deps.targets,
      panes: () => fleet.all(),
      item,
      runtime: (id) => store.runtime(id),
      sharesServer: (agent) => deps.agents.some(({ name, sharesServer }) => name === agent && sharesServer === true),
      allowances: settings.mcp.allow,
    }),
    limits,
    audit: new AuditLog(store, clock),
    isOff: !settings.mcp.acting,
    panes: () => fleet.all(),
    spawned: () => spawner.living(),
    now: () => clock.now(),
    actions: deps.actions,
    answers: deps.answers,
    queues: deps.queues,
    spawner,
    presets: settings.presets,
    agents: deps.agents.filter(({ launch }) => launch !== undefined).map(({ name }) => name),
    conversations: deps.conversations,
    search: deps.search,
    questionOf: (pane) => questions.openOf(pane),
    findDirectory: (target, path) => findDirectory(path, deps.machineOf(target)),
    untilSeen: (target, paneId) =>
      untilSeen(
        () => item(target, paneId),
        (listener) => broadcast.onChange(listener),
      ),
    waiting: { clock, store, item, hasQueued, promptedAt },
    onChange: (listener) => broadcast.onChange(listener),
  });
}
