import { setTimeout as sleep } from "node:timers/promises";
import { Fault, messageOf } from "../core/protocol/base/fault.ts";
import type { DaemonStatus } from "../core/protocol/daemon/daemon.ts";
import type { RestartRequest } from "../core/protocol/daemon/restart.ts";
import { type OriginPolicy, originPolicy } from "./access/other-accounts.ts";
import { portTaken } from "./access/port-holder.ts";
import type { Problems } from "./base/problems.ts";
import { Scheduler } from "./base/scheduler.ts";
import { createServices, type DaemonParts, type Services } from "./create-services.ts";
import { passDesk } from "./decisions/desk.ts";
import type { FleetMember } from "./fleet/fleet-member.ts";
import type { ServeMember } from "./fleet/request-desk.ts";
import type { OpenOwnTerminal } from "./fleet/terminal-host.ts";
import { mountApi } from "./mount-api.ts";
import { openFleetMember } from "./open-fleet-member.ts";
import { startSchedule } from "./schedule.ts";
import { handOver, handOverService } from "./server/hand-over.ts";
import type { Listening } from "./server/listen.ts";
import { originLabel } from "./server/origin.ts";

/** A tmux that hangs does not keep requests waiting for longer; on a busy machine one that answers takes seconds. */
const FIRST_LOOK_MS = 10_000;

/** The running daemon: starts and stops its services, and reports on them. */
export class Daemon {
  private readonly parts: DaemonParts;
  private readonly services: Services;
  private readonly scheduler: Scheduler;
  private readonly fleetMember: FleetMember | null;
  private readonly stopRequested = new AbortController();
  private readonly startedAt: number;
  private readonly origin: OriginPolicy;
  private listening: Listening | null = null;
  private serving: [ServeMember, OpenOwnTerminal] | null = null;
  /** Whether it stops so that its supervisor starts it again. */
  isToBeStartedAgain = false;

  constructor(parts: DaemonParts) {
    this.parts = parts;
    this.startedAt = parts.clock.now();
    this.origin = originPolicy(parts.settings.origin);
    this.services = createServices(parts);
    this.scheduler = new Scheduler(this.services.failures, parts.log);
    this.fleetMember = openFleetMember(parts, this.services);
  }

  /** The daemon's own problems, as `daemon status` lists them. */
  get problems(): Problems {
    return this.services.problems;
  }

  /**
   * Resolves when the daemon accepts requests. Requests wait for the first look at this machine, so that nobody is shown
   * an empty list; sources are read from then on.
   */
  async start(): Promise<void> {
    const { home, version, log } = this.parts;
    const { targets, notifier, visits, problems } = this.services;
    const looked = targets.start();
    await Promise.race([looked, sleep(FIRST_LOOK_MS, undefined, { ref: false })]);
    this.listening = await mountApi(this.parts, this.services, {
      status: () => this.status(),
      restart: (request) => this.restart(request),
      shutdown: () => this.stopRequested.abort(),
      listening: () => this.listening,
      fleet: this.fleetMember,
      onServing: (...serving) => {
        this.serving = serving;
      },
      enterOrigin: (isUnbroken) => this.enterOrigin(isUnbroken),
    });
    const { taken, port } = this.listening;
    if (taken !== null) problems.raise("E_PORT_IN_USE", portTaken(taken, port));
    await looked;
    notifier.start();
    visits.start();
    this.services.checks.resume();
    if (this.serving !== null) this.fleetMember?.start(...this.serving);
    startSchedule(this.scheduler, this.parts, this.services, this.stopRequested.signal);
    log.info({ version, port: this.listening.port, home: home.dir }, "agtmuxd is up");
  }

  /** Resolves after `signal` or a request to stop, when everything of ours is removed. */
  async untilStopped(signal: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([signal, this.stopRequested.signal]);
    if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
    const { checker, terminals, visits, notifier, targets, broadcast, signals } = this.services;
    this.scheduler.stop();
    this.services.checks.stop();
    checker.stop();
    visits.stop();
    terminals.close();
    await this.services.search.stop();
    await this.fleetMember?.stop();
    await notifier.stop();
    await targets.stop();
    broadcast.close();
    signals.close();
    await this.listening?.close();
    this.parts.store.close();
    this.parts.log.info({}, "agtmuxd is down");
  }

  /** Sets the origin for browsers; invalidates devices of other origins. */
  private enterOrigin(isUnbroken: boolean): string {
    const { store, log } = this.parts;
    const label = originLabel(store, { isUnbroken, keeps: this.origin.keeps });
    try {
      this.services.devices.keepOnly(label);
    } catch (error) {
      // those devices are refused meanwhile; the next start tries again
      log.warn({ err: messageOf(error) }, "devices of an earlier origin are still stored");
    }
    return label;
  }

  /** Pid of the next daemon; null if our supervisor is to start it: one that we started would not be under it. */
  private async restart(request: RestartRequest): Promise<number | null> {
    const { home, log } = this.parts;
    const { listening } = this;
    if (listening === null) throw new Fault("E_DAEMON_DOWN", "the daemon does not listen yet");
    const { isSupervised, notifySocket } = this.parts;
    const next = !isSupervised
      ? await handOver(request, home, listening.descriptors())
      : notifySocket === undefined
        ? null
        : await handOverService(request, listening.descriptors(), notifySocket);
    this.isToBeStartedAgain = next === null;
    if (next !== null) {
      passDesk(home.decide, next);
      log.info({ next }, "the next daemon has our sockets");
    }
    this.stopRequested.abort();
    return next;
  }

  private status(): DaemonStatus {
    const { home, settings, version, build } = this.parts;
    const { problems, pairing } = this.services;
    const port = this.listening?.port ?? null;
    return {
      running: true,
      pid: process.pid,
      version,
      build,
      home: home.dir,
      socket: home.socket,
      port,
      dashboard: port === null ? null : `http://${this.listening?.own ?? `127.0.0.1:${port}`}/`,
      plain_dashboard: this.listening?.own == null ? null : `http://127.0.0.1:${port}/`,
      origin: this.origin,
      tmux_socket: settings.tmux_socket === "" ? null : settings.tmux_socket,
      started_at: this.startedAt,
      vitals: this.services.vitals.look(),
      supervised: this.parts.isSupervised === true,
      problems: [...problems.list(), ...pairing.problems()],
    };
  }
}
