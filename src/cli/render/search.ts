import type { SearchHit } from "../../core/protocol/search/search.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import { paint, plain } from "./words.ts";

/** Printed before a hit, the same signs as in `agtmux log`: the person, the agent, a tool call, its result. */
const SIGNS: Record<SearchHit["kind"], string> = { prompt: "> ", words: "", call: "• ", result: "  " };

/** Two lines for each hit: where and when, and the text around the words. */
export function renderSearch(hits: readonly SearchHit[], look: { colour: boolean }): string {
  return hits
    .map(({ ref, pane, agent, is_sub_agent, target, project, at, kind, snippet }) => {
      const who = `${plain(agent)}${is_sub_agent ? " sub-agent" : ""}`;
      const place = `${target === null ? "" : `${plain(target)}:`}${plain(project ?? "-")}`;
      const where = [whenOf(at), who, place, ...(pane === null ? [] : ["live"])].join("  ");
      const text = snippet
        .map(({ text: part, is_hit }) => paint(oneLine(part), "1;33", look.colour && is_hit))
        .join("");
      return `${paint(where, "90", look.colour)}  ${ref}\n  ${SIGNS[kind]}${text.trim()}`;
    })
    .join("\n");
}

/** Blanks at its ends stay, since another part may follow. */
function oneLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, " ");
}

function whenOf(at: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
