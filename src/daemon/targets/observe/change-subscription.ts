import type { Log } from "../../base/log.ts";
import type { TmuxControl } from "../tmux/tmux-control.ts";
import { type ObservedPane, WATCH_FORMAT } from "../tmux/topology.ts";

/** Name of our tmux subscription. */
const CHANGES = "agtmux";

/** The subscription by which tmux notifies a control client of changes in all panes. */
export class ChangeSubscription {
  private readonly control: Pick<TmuxControl, "run">;
  private readonly log: Log;
  /** Without a working subscription, panes are only scanned. */
  works = true;
  /** The pane that the subscription is bound to, and the session it was first seen in. */
  private attachedTo: { paneId: string; sessionId: string | null } | null = null;

  constructor(control: Pick<TmuxControl, "run">, log: Log) {
    this.control = control;
    this.log = log;
  }

  /**
   * Subscribes through a pane of our client's session. A subscription of the session itself crashes tmux (3.3a) when
   * the session is killed while our client hangs.
   */
  async subscribe(): Promise<void> {
    try {
      const [paneId = ""] = await this.control.run("display-message -p '#{pane_id}'");
      // without a pane the subscription would be the session's; the next read tries again
      if (!/^%\d{1,10}$/.test(paneId)) return;
      await this.control.run(`refresh-client -B '${CHANGES}:${paneId}:${WATCH_FORMAT}'`);
      this.attachedTo = { paneId, sessionId: null };
    } catch (error) {
      this.log.warn({ err: String(error) }, "tmux tells no changes: looked at regularly instead");
      this.works = false;
    }
  }

  /** Our client is in another session now: the next read subscribes again. */
  detach(): void {
    this.attachedTo = null;
  }

  /** Subscribes again when the subscribed pane is gone or in another session, since it then reports nothing. */
  async keepAttached(panes: ReadonlyMap<string, ObservedPane>): Promise<void> {
    const { attachedTo } = this;
    const sessionId = panes.get(attachedTo?.paneId ?? "")?.session_id ?? null;
    const isAttached = attachedTo !== null && sessionId !== null && sessionId === (attachedTo.sessionId ?? sessionId);
    if (!this.works || isAttached) {
      if (attachedTo !== null) attachedTo.sessionId = sessionId;
      return;
    }
    await this.subscribe();
  }
}
