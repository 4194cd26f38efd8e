import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MemberList } from "../../core/fleet/member-list.ts";
import { asFault, Fault, messageOf } from "../../core/protocol/base/fault.ts";
import { type Asker, withoutTeams } from "../../core/protocol/fleet/allowances.ts";
import type {
  BucketUse,
  FleetReport,
  FleetServer,
  FleetStatus,
  ForgetRequest,
  MemberItem,
  NewBuckets,
} from "../../core/protocol/fleet/fleet.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { FleetSettings } from "../../core/protocol/settings/settings-fleet.ts";
import { backoff } from "../../core/retry/backoff.ts";
import { AuditLog } from "../actions/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import { readSecret } from "../base/secret-reference.ts";
import type { FleetChange } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";
import { createBuckets, withAdmin } from "./admin-link.ts";
import { askMember } from "./ask-member.ts";
import { examineFleet } from "./examine-fleet.ts";
import { FleetCalls, type FleetCallsDeps } from "./fleet-calls.ts";
import type { ConnectLink, FleetLink } from "./fleet-link.ts";
import { runSession } from "./fleet-session.ts";
import { FleetTerminals } from "./fleet-terminals.ts";
import { forgetMember } from "./forget-member.ts";
import { Forwarding } from "./forwarding.ts";
import { Gathering } from "./gathering.ts";
import { memberId } from "./member-id.ts";
import { RefusedActs } from "./refused-acts.ts";
import { RequestDesk, type ServeMember } from "./request-desk.ts";
import { type PublisherDeps, RowPublisher } from "./row-publisher.ts";
import { RowReader } from "./row-reader.ts";
import { ServerTime } from "./server-time.ts";
import { Tellers } from "./tellers.ts";
import { type OpenOwnTerminal, TERMINAL_PATH } from "./terminal-host.ts";

const LONGEST_PAUSE_MS = 3_000;

export interface FleetMemberDeps
  extends Omit<PublisherDeps, "store" | "share">,
    Pick<FleetCallsDeps, "itemAt" | "stillOpen" | "isWatched" | "isInUse"> {
  own(): readonly PaneItem[];
  others(): readonly PaneItem[];
  /** Tells people of changes of other members' panes. */
  publish(change: FleetChange): void;
  settings: FleetSettings;
  store: Store;
  /** Loads the bundle with the NATS library. */
  loadConnect(): ConnectLink;
  version: string;
  clock: Clock;
  problems: Problems;
  log: Log;
}

/** This daemon as a member of a fleet: connected whenever the server can be reached. */
export class FleetMember {
  private readonly deps: FleetMemberDeps;
  private readonly own: Asker;
  private readonly publisher: RowPublisher;
  private readonly reader: RowReader;
  private readonly desk: RequestDesk;
  /** Sends requests about other members' panes to those members. */
  readonly forwarding: Forwarding;
  /** By whose channels a call is told. */
  readonly calls: FleetCalls;
  /** Lists of all members. */
  readonly gathering: Gathering;
  readonly terminals: FleetTerminals;
  private readonly members = new MemberList();
  private readonly stopping = new AbortController();
  private serve: ServeMember = () => Promise.reject(new Error("the daemon is starting"));
  private openTerminal: OpenOwnTerminal = () => {
    throw new Error("the daemon is starting");
  };
  private readonly serverTime = new ServerTime();
  private link: FleetLink | null = null;
  private server: FleetServer | null = null;
  private storage: BucketUse[] = [];
  private fault: Fault | null = null;
  private since: number | null = null;
  private ended: Promise<void> = Promise.resolve();

  constructor(deps: FleetMemberDeps) {
    this.deps = deps;
    const allow = withoutTeams(deps.settings.allow, deps.settings.teams);
    this.own = { member: deps.settings.name, person: deps.settings.person ?? null };
    this.publisher = new RowPublisher({ ...deps, share: deps.settings.share });
    const refusedActs = new RefusedActs(new AuditLog(deps.store, deps.clock), deps.clock);
    this.desk = new RequestDesk({
      ...{ ownName: deps.settings.name, allow, share: deps.settings.share },
      serve: (request, asker) =>
        request.path === TERMINAL_PATH
          ? this.terminals.host(request, asker, this.openTerminal)
          : this.serve(request, asker),
      onRefused: (refused) => refusedActs.note(refused),
      serverTimes: () => {
        const [now, { startedAt }] = [this.serverTime.now(), this.serverTime];
        return now === null || startedAt === null ? null : { now, startedAt };
      },
    });
    this.forwarding = new Forwarding({
      ...{ own: deps.own, others: deps.others },
      ask: (member, request, timeoutMs) =>
        askMember(this.server === null ? null : this.link, this.own, { member, request, timeoutMs }),
      serverNow: () => this.serverTime.now() ?? deps.clock.now(),
      callsKept: { store: deps.store, prefix: "fleet.call:" },
    });
    this.calls = new FleetCalls({
      ...{ ...deps, ownName: deps.settings.name, tellers: new Tellers(deps) },
      mayAnswerAt: (member) => this.members.mayThere(member, "answer", this.own),
      mayOthersAnswer: () => this.members.names().length > 1 && allow.some((each) => each.endsWith("answer")),
      ask: (member, asked) => this.forwarding.ask(member, asked),
    });
    this.gathering = new Gathering({
      ownName: deps.settings.name,
      members: () => this.listed(Math.floor(deps.clock.now())),
      ask: (member, asked) => this.forwarding.ask(member, asked),
    });
    this.terminals = new FleetTerminals({
      ...{ ownName: deps.settings.name, allow, share: deps.settings.share },
      connect: () => this.connect(),
      findOther: (ref) => this.forwarding.findOther(ref),
      ask: (member, asked) => this.forwarding.ask(member, asked),
    });
    this.reader = new RowReader({ ...deps, own: this.own, members: this.members });
  }

  /** `serve` does what other members ask for, and `openTerminal` shows them our panes. */
  start(serve: ServeMember, openTerminal: OpenOwnTerminal): void {
    this.serve = serve;
    this.openTerminal = openTerminal;
    this.ended = this.keepConnected();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.terminals.stop();
    await this.link?.close();
    await this.ended;
    this.reader.stop();
  }

  status(): FleetStatus {
    const { settings, clock } = this.deps;
    const now = Math.floor(clock.now());
    return {
      schema_version: 1,
      generated_at: now,
      name: settings.name,
      urls: settings.url,
      share: settings.share,
      server: this.server,
      error: this.fault?.toBody() ?? null,
      since: this.since === null ? null : Math.floor(this.since),
      published: this.publisher.published,
      waiting: this.publisher.waiting,
      storage: this.storage,
      members: this.listed(now),
    };
  }

  /** Over a connection of its own: it must also work while the usual one does not. */
  doctor(): Promise<FleetReport> {
    return examineFleet(this.own, () => this.connect());
  }

  /** Removes everything that the server has of us, and stays away. */
  async leave(): Promise<void> {
    const { name } = this.deps.settings;
    const { link } = this;
    if (link === null || this.server === null)
      throw new Fault(
        "E_FLEET_UNREACHABLE",
        `there is no connection to the fleet: ${this.fault?.message ?? "not yet"}`,
      );
    this.stopping.abort();
    await this.ended;
    const last = await this.connect();
    try {
      await forgetMember(last, name);
    } finally {
      await last.close();
    }
  }

  /** Removes everything that the server has of a member that is silent. */
  async forget({ name, creds }: ForgetRequest): Promise<void> {
    if (name === this.deps.settings.name)
      throw new Fault("E_INVALID_INPUT", `${name} is this daemon: 'agtmux fleet leave'`);
    if (this.members.record(name) === null)
      throw new Fault("E_INVALID_INPUT", `no member is called ${name}: 'agtmux fleet list' shows them`);
    if (!this.members.isSilent(name, this.deps.clock.now()))
      throw new Fault("E_NOT_ALLOWED", `${name} is there: 'agtmux fleet leave' on that machine lets it leave`);
    await withAdmin(
      () => this.connect(creds ?? this.deps.settings.creds),
      (link) => forgetMember(link, name),
    );
  }

  createBuckets({ names, creds }: NewBuckets): Promise<string[]> {
    return withAdmin(
      () => this.connect(creds ?? this.deps.settings.creds),
      (link) => createBuckets(link, names),
    );
  }

  private listed(now: number): MemberItem[] {
    const { name } = this.deps.settings;
    const panesOf = (member: string) => (member === name ? this.publisher.published : this.reader.panesOf(member));
    const items = this.members.names().flatMap((each) => this.members.item(each, this.own, now) ?? []);
    return items.map((item) => ({ ...item, panes: panesOf(item.name) }));
  }

  private async keepConnected(): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted; ) {
      try {
        const link = await this.connect();
        this.link = link;
        const joined = () => {
          failures = 0;
          this.noteConnected(link.server);
        };
        await this.runOver(link, joined).finally(() => link.close());
      } catch (error) {
        if (!signal.aborted) this.noteFailed(error);
        this.deps.log.debug({ err: messageOf(error) }, "a connection to the fleet has ended");
      }
      this.link = null;
      this.server = null;
      this.storage = [];
      await sleep(backoff(failures, Math.random(), LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined);
      failures += 1;
    }
  }

  private runOver(link: FleetLink, onJoined: () => void): Promise<void> {
    const { settings, store, version, clock } = this.deps;
    const session = {
      name: settings.name,
      memberId: memberId(store),
      version,
      logEpoch: store.epoch,
      share: settings.share,
      allow: withoutTeams(settings.allow, settings.teams),
      beatMs: settings.beat,
      members: this.members,
      publisher: this.publisher,
      reader: this.reader,
      desk: this.desk,
      noteStorage: (storage: BucketUse[]) => {
        this.storage = storage;
      },
      noteServerTime: (at: number) => this.serverTime.note(at),
      clock,
      onJoined,
    };
    return runSession(link, session, this.stopping.signal);
  }

  private async connect(creds = this.deps.settings.creds): Promise<FleetLink> {
    const { url, name, ca } = this.deps.settings;
    const home = (path: string) => path.replace(/^~(?=\/)/, homedir());
    return await this.deps.loadConnect()({
      urls: url,
      name,
      creds: creds === undefined ? null : readSecret(`file:${creds}`, process.env),
      caPath: ca === undefined ? null : home(ca),
    });
  }

  private noteConnected(server: FleetServer): void {
    const { problems, clock, log } = this.deps;
    this.server = server;
    this.fault = null;
    this.since = clock.now();
    problems.clear("E_FLEET_UNREACHABLE");
    problems.clear("E_FLEET_NAME_TAKEN");
    log.info({ server: server.address, version: server.version }, "joined the fleet");
  }

  private noteFailed(error: unknown): void {
    const { problems, clock, log, settings } = this.deps;
    const known = asFault(error);
    const words = `the fleet's server (${settings.url.join(", ")}) cannot be used: ${messageOf(error)}`;
    const fault = known.code === "E_INTERNAL" ? new Fault("E_FLEET_UNREACHABLE", words) : known;
    if (this.server !== null || this.fault === null) this.since = clock.now();
    this.fault = fault;
    if (problems.raise(fault.code, fault.message)) log.warn({ err: fault.message }, "not in the fleet now");
  }
}
