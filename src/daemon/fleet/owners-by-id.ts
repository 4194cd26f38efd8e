const REMEMBERED = 1_000;

/** Which member has told of an id: of a snapshot, a question or a call. Old ids are forgotten. */
export class OwnersById {
  private readonly owners = new Map<string, string>();

  note(id: unknown, member: string): void {
    if (typeof id !== "string") return;
    this.owners.delete(id);
    this.owners.set(id, member);
    const [oldest] = this.owners.keys();
    if (this.owners.size > REMEMBERED && oldest !== undefined) this.owners.delete(oldest);
  }

  of(id: unknown): string | undefined {
    return typeof id === "string" ? this.owners.get(id) : undefined;
  }
}
