/** Each member has an inbox of its own, so that the server can keep the others from listening to its answers. */
export function inboxOf(member: string): string {
  return `agtmux.inbox.${member}`;
}

/** Where one member asks another: the server lets nobody else publish there. */
export function actionSubject(to: string, from: string): string {
  return `agtmux.act.${to}.${from}`;
}
