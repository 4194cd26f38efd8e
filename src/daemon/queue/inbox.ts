import type { Queue, QueuedPrompt } from "../../core/protocol/actions/queue.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { INBOX_EXITS, inboxOf, inboxReceiptScript, inboxScript } from "../../core/queue/inbox-script.ts";
import { parseRegistration } from "../../core/spool/registration.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { type AuditLog, brief } from "../actions/audit-log.ts";
import type { Store } from "../store/store.ts";

export interface InboxDeps {
  store: Pick<Store, "recallAll">;
  audit: AuditLog;
  targetOf(name: string): Pick<ActionTarget, "runScript" | "health">;
}

const TIMEOUT_MS = 20_000;

/** Messages in `.schmux/inbox/<session-id>`, for agents that read files: one at a time, and none over an unread one. */
export class Inbox {
  private readonly deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.deps = deps;
  }

  /** Whether the program in that pane has registered, and with it a place for its messages. */
  isAt(target: string, paneId: string): boolean {
    return this.placeOf(target, paneId) !== null;
  }

  /** Puts a message there, once; throws `E_INBOX` while the one before is unread. */
  async put(prompt: QueuedPrompt, queue: Queue): Promise<void> {
    const { target, pane_id, ref, runtime_id, agent } = queue;
    const place = this.placeOf(target, pane_id);
    if (place === null) throw new Fault("E_INBOX", `nothing is registered in pane ${pane_id} any more`);
    const machine = this.deps.targetOf(target);
    if (machine.health() === "down") throw new Fault("E_TARGET_UNREACHABLE", `${target} does not answer`);
    const { code } = await machine.runScript(inboxScript(place, prompt.id, prompt.text), { timeoutMs: TIMEOUT_MS });
    if (code === INBOX_EXITS.unread) throw new Fault("E_INBOX", "the message before it is unread");
    if (code !== 0) throw new Fault("E_INBOX", `${place.root}/inbox/${place.session} cannot be written safely`);
    const request = { verb: "deliver", channel: "inbox", id: prompt.id, text: brief(prompt.text) };
    const asked = { action: "queue", actor: { ...prompt.added_by, via: "queue" }, ref, guards: {}, request } as const;
    const effects = [`written to ${place.root}/inbox/${place.session}`];
    this.deps.audit.begin(asked, { ref, target, pane_id, runtime_id, agent, effects, outcome: "done" });
  }

  /** After the delivery is stored: its receipt is not needed any more. */
  async forget({ id }: QueuedPrompt, { target, pane_id }: Queue): Promise<void> {
    const place = this.placeOf(target, pane_id);
    if (place !== null)
      await this.deps.targetOf(target).runScript(inboxReceiptScript(place, id), { timeoutMs: TIMEOUT_MS });
  }

  private placeOf(target: string, paneId: string) {
    for (const stored of this.deps.store.recallAll(`session@${target}:`).values()) {
      const parsed = parseRegistration(stored);
      if (parsed.ok && parsed.registration.pane_id === paneId) return inboxOf(parsed.registration.status_file);
    }
    return null;
  }
}
