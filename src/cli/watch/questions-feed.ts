import type { Client } from "../../client/client.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** The hooks of one turn come in bursts. */
const QUIET_MS = 60;

/** The open questions, read again whenever attention changes or the daemon reports a changed wording. */
export class QuestionsFeed {
  private readonly client: Pick<Client, "questions">;
  private readonly onRead: (items: readonly Question[]) => void;
  private timer: NodeJS.Timeout | undefined;
  private latest = 0;
  private known: string | null = null;

  constructor(client: Pick<Client, "questions">, onRead: (items: readonly Question[]) => void) {
    this.client = client;
    this.onRead = onRead;
  }

  review(panes: readonly PaneItem[]): void {
    const asking = panes.filter(({ attention }) => attention !== null);
    const now = asking.map(({ attention, state_version }) => `${attention?.attention_id}:${state_version}`).join(" ");
    if (now !== this.known) this.refreshSoon();
    this.known = now;
  }

  refreshSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), QUIET_MS);
  }

  refresh(): void {
    this.latest += 1;
    const mine = this.latest;
    this.client.questions().then(
      ({ items }) => {
        if (mine === this.latest) this.onRead(items);
      },
      // the stream says that the daemon is away, and they are read again when it is back
      () => undefined,
    );
  }

  close(): void {
    clearTimeout(this.timer);
    this.latest += 1;
  }
}
