import { Fault } from "../../core/protocol/base/fault.ts";
import { decodeMemberFrame, type SessionEnd } from "../../core/protocol/fleet/member-frames.ts";
import type { FleetLink } from "./fleet-link.ts";
import { terminalOf, terminalSubject } from "./fleet-subjects.ts";
import { endFrame, type SessionListener, TerminalSession } from "./terminal-session.ts";

/** How long a connection without terminals is kept for the next one. */
const IDLE_MS = 60_000;
const MOST_OF_ONE_MEMBER = 32;
const MOST = 128;

const UNKNOWN_SESSION = endFrame(0, { why: "broken", words: "the other member does not know this terminal" });

export interface ExchangeDeps {
  ownName: string;
  connect(): Promise<FleetLink>;
}

/** The other end of a session. */
export interface SessionWith {
  member: string;
  /** Its name among those of the two members. */
  id: string;
  /** Of a message of the other end. */
  maxMessage: number;
}

/**
 * The terminals that this member shows to others, and those of others that are viewed here. They have a connection to
 * the server of their own, so that rows, beats and requests never wait behind output.
 */
export class TerminalExchange {
  private readonly deps: ExchangeDeps;
  private readonly sessions = new Map<string, TerminalSession>();
  private link: Promise<FleetLink> | null = null;
  /** The one that `link` has led to. */
  private current: FleetLink | null = null;
  private idle: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(deps: ExchangeDeps) {
    this.deps = deps;
  }

  async begin({ member, id, maxMessage }: SessionWith, listener: SessionListener): Promise<TerminalSession> {
    const link = await this.open();
    const key = `${member} ${id}`;
    if (this.sessions.has(key)) throw new Fault("E_INVALID_INPUT", "there is such a terminal already");
    const ofMember = [...this.sessions.keys()].filter((each) => each.startsWith(`${member} `)).length;
    if (ofMember >= MOST_OF_ONE_MEMBER || this.sessions.size >= MOST)
      throw new Fault("E_NOT_ALLOWED", `${this.sessions.size} terminals are open between members: close one first`);
    const session = new TerminalSession({
      publish: (frame) => link.publish(terminalSubject(member, this.deps.ownName, id), frame),
      maxBytes: link.maxBytes,
      maxMessage,
      listener: {
        ...listener,
        ended: (end) => {
          this.sessions.delete(key);
          if (this.sessions.size === 0) this.closeWhenIdle();
          listener.ended(end);
        },
      },
    });
    this.sessions.set(key, session);
    return session;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.endAll({ why: "broken", words: "the daemon there has stopped" });
    clearTimeout(this.idle);
    await this.close();
  }

  private open(): Promise<FleetLink> {
    clearTimeout(this.idle);
    this.link ??= this.connect();
    return this.link;
  }

  private async connect(): Promise<FleetLink> {
    try {
      const link = await this.deps.connect();
      if (this.isStopped) {
        await link.close();
        throw new Fault("E_DAEMON_DOWN", "the daemon stops");
      }
      this.current = link;
      void link.closed.then((why) => this.lose(link, why));
      await this.listen(link);
      return link;
    } catch (error) {
      this.link = null;
      await this.current?.close();
      throw error;
    }
  }

  private async listen(link: FleetLink): Promise<void> {
    const { ownName } = this.deps;
    const mayHear = await link.listen(`agtmux.terminal.${ownName}.>`, (frame, subject, reply) =>
      this.take(link, frame, subject, reply),
    );
    // no member has this name
    if (!mayHear || !(await link.mayPublish(terminalSubject("0", ownName, "0"))))
      throw new Fault(
        "E_NOT_ALLOWED",
        `the rules of the fleet's server let ${ownName} pass on no live terminals: 'agtmux fleet permissions' prints rules that do`,
      );
  }

  /** Ignores frames that a stream delivers: they have another subject and a reply. */
  private take(link: FleetLink, frame: Uint8Array, subject: string, reply: string): void {
    const from = terminalOf(subject, this.deps.ownName);
    if (from === null || reply !== "") return;
    const session = this.sessions.get(`${from.member} ${from.id}`);
    if (session !== undefined) return void session.take(frame);
    const kind = decodeMemberFrame(frame)?.kind ?? "end";
    // such as after a restart of this daemon
    if (kind !== "end") link.publish(terminalSubject(from.member, this.deps.ownName, from.id), UNKNOWN_SESSION);
  }

  private lose(link: FleetLink, why: string): void {
    if (this.current !== link) return;
    this.link = null;
    this.current = null;
    this.endAll({ why: "broken", words: `the connection to the fleet's server has ended: ${why}` });
  }

  private endAll(end: SessionEnd): void {
    for (const session of [...this.sessions.values()]) session.end(end);
  }

  private closeWhenIdle(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.close(), IDLE_MS);
    this.idle.unref();
  }

  private async close(): Promise<void> {
    const { current } = this;
    this.link = null;
    this.current = null;
    await current?.close();
  }
}
