import type { Known } from "../core/lists/parse-query.ts";
import type { DaemonStatus, Vitals } from "../core/protocol/daemon/daemon.ts";
import type { RestartRequest } from "../core/protocol/daemon/restart.ts";
import type { PaneItem } from "../core/protocol/lists/lists.ts";
import type { HintMessage } from "../core/protocol/lists/stream.ts";
import { AuditLog } from "./actions/audit-log.ts";
import { ManualClassifier } from "./classify/manual-classifier.ts";
import { Conversations } from "./conversations/conversations.ts";
import type { DaemonParts, Services } from "./create-services.ts";
import type { ServeMember } from "./fleet/request-desk.ts";
import type { OpenOwnTerminal } from "./fleet/terminal-host.ts";
import { openMcpHttp } from "./mcp/open-mcp-http.ts";
import { openMcpTools } from "./mcp/open-mcp-tools.ts";
import { ChangeFeed } from "./publish/change-feed.ts";
import { createApi } from "./server/api.ts";
import { devicesBackend } from "./server/devices-backend.ts";
import { type EventsBackend, openEvents } from "./server/events-api.ts";
import type { FleetBackend } from "./server/fleet-api.ts";
import { type Listening, listen } from "./server/listen.ts";
import { onAccessRevoked } from "./server/on-access-revoked.ts";
import { OWNER_CONTEXT, type RequestContext } from "./server/request-context.ts";
import { openStream } from "./server/stream.ts";
import { openOwnTerminal, openTerminal } from "./server/terminal.ts";
import { renderMetrics } from "./vitals/render-metrics.ts";

/** The daemon's own operations that requests call. */
export interface DaemonHooks {
  status(): DaemonStatus;
  restart(request: RestartRequest): Promise<number | null>;
  shutdown(): void;
  listening(): Listening | null;
  fleet: FleetBackend | null;
  /** Called with what does requests of other members, and what shows them our panes. */
  onServing(serve: ServeMember, openTerminal: OpenOwnTerminal): void;
  /** Sets the origin for browsers; returns its label. */
  enterOrigin(isUnbroken: boolean): string;
}

/** Connects the API and the streams to the services, and listens for requests. */
export function mountApi(parts: DaemonParts, services: Services, hooks: DaemonHooks): Promise<Listening> {
  const { home, settings, version, webRoot, clock, store } = parts;
  const { fleet, broadcast, signals, targets, devices, token, adapters, actions, answers } = services;
  const { spawner, resume, attention, classifier, notifier, pairing, terminals, rules, judging, usage, wakes } =
    services;
  const events: EventsBackend = {
    source: () => fleet.source(clock.now()),
    known: () => known(services, hooks.fleet),
    feed: new ChangeFeed({ store, fleet, clock }),
    onChange: (listener) => broadcast.onChange(listener),
    onForeign: (listener) => broadcast.onForeign(listener),
  };
  const conversations = new Conversations({
    panes: () => fleet.all(),
    targetOf: (name) => targets.find(name).actionTarget(),
    here: () => targets.here().actionTarget(),
    runtime: (id) => store.runtime(id),
    locate: (name) => services.search.locate(name),
  });
  const mcp = openMcpTools({
    ...parts,
    ...services,
    conversations,
    agents: adapters.compatible(),
    targets: () => targets.all(),
    machineOf: (name) => targets.find(name).place.machine,
  });
  const api = createApi(
    {
      status: () => hooks.status(),
      metrics: () => {
        const { vitals, started_at, problems } = hooks.status();
        const counts = { startedAt: started_at ?? 0, problems: problems.length, targets: targets.list().items };
        const usedToday = usage.today("agent").items;
        return renderMetrics({ ...counts, version, vitals: vitals as Vitals, summary: fleet.summary(), usedToday });
      },
      panes: () => fleet.all().map((item) => fleet.named(item)),
      events,
      explain: (item) => targets.explain(item),
      signals: {
        feed: signals,
        now: () => clock.now(),
        requireTarget: (name) => void targets.find(name),
        clear: (name, session) => targets.find(name).signals.clear(session),
        onVoid: (principal, listener) => onAccessRevoked(principal, { devices, token }, listener),
      },
      register: (registration) => targets.register(registration),
      targets,
      adapters,
      actions,
      checks: services.checks,
      questions: answers,
      rules,
      conversations,
      search: services.search,
      usage,
      spawner,
      resume,
      queues: services.queues,
      wakes,
      attention: {
        open: () => attention.open(),
        see: (request) => attention.see(request),
        snooze: (request) => attention.snooze(request),
        claim: async (ids) => attention.claim(await judging.stillOpen(ids)),
        tell: (request, member) => hooks.fleet?.calls.take(request, member) ?? null,
      },
      classify: new ManualClassifier({
        panes: () => fleet.all(),
        targetOf: (name) => targets.find(name).screens,
        classifier,
        clock,
      }),
      mcp,
      mcpHttp: {
        sessions: openMcpHttp(parts.loadMcpHttp, version, () => clock.now()),
        onVoid: (principal, listener) => onAccessRevoked(principal, { devices, token }, listener),
      },
      notify: notifier,
      devices: devicesBackend({
        devices,
        pairing,
        token,
        publicUrl: settings.public_url,
        sitesOverTcp: settings.public_over_tcp,
        listening: () => hooks.listening(),
      }),
      fleet: hooks.fleet,
      now: () => clock.now(),
      restart: (request) => hooks.restart(request),
      shutdown: () => hooks.shutdown(),
    },
    version,
  );
  const serveMember: ServeMember = async ({ method, path, body }, member) => {
    const request = new Request(`http://member${path}`, { method, body });
    const principal = { may: "act", by: "member", device: null } as const;
    const answer = await api.fetch(request, { ...OWNER_CONTEXT, principal, member } satisfies RequestContext);
    return { status: answer.status, body: await answer.text() };
  };
  const shown = {
    ...{ terminals, attention, fleet, clock },
    audit: new AuditLog(store, clock),
    mayResize: settings.terminal_resize,
  };
  hooks.onServing(serveMember, (ref, typist) => openOwnTerminal(ref, typist, shown));
  return listen({
    api,
    streams: {
      "/v1/stream": (words) => openStream(words, broadcast, events.feed, (send) => hintsTo(services, send)),
      "/v1/events": (words) => openEvents(words, events),
      "/v1/terminal/": (words, principal) =>
        openTerminal(words.get("ref")?.at(-1) ?? "", principal, {
          ...shown,
          devices,
          openOther: (ref) => hooks.fleet?.terminals.open(ref) ?? null,
        }),
    },
    socketPath: home.socket,
    proxyPath: home.proxySocket,
    port: settings.port,
    inherited: parts.inherited ?? null,
    token,
    sites: [settings.public_url, ...settings.allowed_hosts].filter((site) => site !== ""),
    sitesOverTcp: settings.public_over_tcp,
    labelFor: (isUnbroken) => hooks.enterOrigin(isUnbroken),
    devices,
    webRoot,
  });
}

/** Includes agents still listed whose adapter no longer exists. */
function known({ targets, fleet, adapters }: Services, joined: FleetBackend | null): Known {
  const others = fleet.others();
  const agentOf = ({ agent }: PaneItem) => agent ?? [];
  const agents = [...adapters.list().items.map(({ name }) => name), "generic"];
  return {
    targets: [...targets.all().map(({ name }) => name), ...new Set(others.map(({ identity }) => identity.target))],
    agents: [...new Set([...agents, ...Object.keys(fleet.summary().by_agent), ...others.flatMap(agentOf)])],
    members: joined?.status().members.map(({ name }) => name) ?? [],
  };
}

/** Sends what changes no state: which panes print, and that questions changed. */
function hintsTo({ printing, questions }: Services, send: (hint: HintMessage) => void): () => void {
  const leaving = [printing.subscribe(send), questions.onChange(() => send({ type: "asked" }))];
  return () => {
    for (const leave of leaving) leave();
  };
}
