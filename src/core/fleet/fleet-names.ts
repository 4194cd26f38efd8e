/** The bucket in which every member says that it is there: one key for each. */
export const MEMBERS_BUCKET = "agtmux_members";

/** The bucket of one member's panes: the server lets no other member write to it. */
export function panesBucket(member: string): string {
  return `agtmux_panes_${member}`;
}

/** The key of a pane in its member's bucket: a key of NATS may have no `%`. */
export function paneKey(target: string, paneId: string): string {
  return `${target}.${paneId.replace("%", "")}`;
}

/** A target of another member: its name after the member's. Neither has a dot. */
export function memberTarget(member: string, target: string): string {
  return `${member}.${target}`;
}
