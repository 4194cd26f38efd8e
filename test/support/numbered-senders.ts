import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { query } from "./event-log.ts";
import { marker, print } from "./print.ts";
import type { Sandbox } from "./sandbox.ts";
import { until } from "./sandbox.ts";
import { drop } from "./spool-drop.ts";

/** A sandbox, or a machine over ssh. */
export interface SpeakingPlace {
  readonly dir: string;
  readonly home: string;
  type(paneId: string, line: string): void;
  screen(paneId: string): string;
  tmux(...args: string[]): string;
}

export const WAYS = ["spool", "hook", "marker", "file"] as const;
export type Way = (typeof WAYS)[number];

/** Four registered panes of one machine, one per signal transport; every message is unique. */
export class NumberedSenders {
  /** Prefix of every message. */
  readonly name: string;
  readonly panes: Record<Way, string>;
  private readonly place: SpeakingPlace;
  private readonly tmux: string;
  private readonly file: string;
  private readonly said: Record<Way, string[]> = { spool: [], hook: [], marker: [], file: [] };

  static async begin(
    name: string,
    place: SpeakingPlace,
    register: (session: string) => Promise<string>,
  ): Promise<NumberedSenders> {
    const panes = { spool: "", hook: "", marker: "", file: "" };
    for (const way of WAYS) panes[way] = await register(`${name}-${way}`);
    const path = join(place.dir, `${name}-status-file`);
    place.type(panes.file, `printf %s "$SCHMUX_STATUS_FILE" >${path}.new; mv ${path}.new ${path}`);
    let file = "";
    await until(() => {
      file = readQuietly(path);
      return file !== "";
    });
    return new NumberedSenders(name, place, panes, file);
  }

  private constructor(name: string, place: SpeakingPlace, panes: Record<Way, string>, file: string) {
    this.name = name;
    this.place = place;
    this.panes = panes;
    this.file = file;
    this.tmux = `${place.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  }

  say(way: Way, state = "working"): string {
    const { place, panes, said } = this;
    const word = `${this.name}-${way}-${said[way].length}`;
    said[way].push(word);
    const pane = panes[way];
    if (way === "spool") drop(place, { agent: "schmux", event: state, pane, tmux: this.tmux, payload: word });
    else if (way === "hook") place.type(pane, `${place.home}/bin/agtmux signal ${state} ${word}`);
    else if (way === "marker") print(place, pane, `${marker(state, word)}\n`);
    else writeFileSync(this.file, `${state} ${word}\n`);
    return word;
  }

  /**
   * Every entry that reached the spool is logged, and nothing is logged twice. `isWhole`: the panes are alive, so all
   * markers must be logged too.
   */
  expectOnce(box: Sandbox, isWhole: boolean): void {
    const { said } = this;
    expect(this.logged(box, "spool").toSorted()).toEqual(said.spool.toSorted());
    for (const way of ["hook", "marker", "file"] as const) {
      const logged = this.logged(box, way);
      expect(logged).toEqual([...new Set(logged)]);
      expect(logged.filter((word) => !said[way].includes(word))).toEqual([]);
      if (isWhole && way !== "file") expect(logged.toSorted()).toEqual(said[way].toSorted());
    }
  }

  logged(box: Sandbox, way: Way): string[] {
    const words = `${this.name}-${way}-`;
    return query<{ message: string }>(
      box,
      "SELECT message FROM events WHERE substr(message, 1, ?) = ? AND source IN ('command', 'marker', 'status_file') ORDER BY rowid",
      words.length,
      words,
    ).map(({ message }) => message);
  }
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
