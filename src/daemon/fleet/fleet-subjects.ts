import type { Asker } from "../../core/protocol/fleet/allowances.ts";
import { MemberName } from "../../core/protocol/fleet/fleet.ts";

/** Each member has an inbox of its own, so that the server can keep the others from listening to its answers. */
export function inboxOf(member: string): string {
  return `agtmux.inbox.${member}`;
}

/** Where one member asks another: the server lets nobody else publish there. */
export function actionSubject(to: string, { member, person }: Asker): string {
  return person === null ? `agtmux.act.${to}.${member}` : `agtmux.act.${to}.${person}.${member}`;
}

/** Who asks, by the subject of a request; null if it is no such subject. */
export function askerOf(subject: string): Asker | null {
  const [, , , ...names] = subject.split(".");
  const [member = "", person = null, ...rest] = names.reverse();
  const areNames = [member, person ?? member].every((name) => MemberName.safeParse(name).success);
  return areNames && rest.length === 0 ? { member, person } : null;
}

/** Where one member tells another its part of a live terminal: the server lets nobody else publish or listen there. */
export function terminalSubject(to: string, from: string, session: string): string {
  return `agtmux.terminal.${to}.${from}.${session}`;
}

/** The member that sent a part of a terminal and the session's id, from the subject; null for other subjects. */
export function terminalOf(subject: string, own: string): { member: string; id: string } | null {
  const [agtmux, terminal, to, member = "", id = "", ...rest] = subject.split(".");
  const isOurs = agtmux === "agtmux" && terminal === "terminal" && to === own && rest.length === 0;
  return isOurs && id !== "" && MemberName.safeParse(member).success ? { member, id } : null;
}
