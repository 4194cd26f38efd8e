import type { Line, Places } from "../../adapter/screen.ts";
import { isBlank, paragraphs, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import type { ScreenShape } from "../schema/screen-shape.ts";

/** An answer of which the top has scrolled away has at least this many rows. */
const MIN_CUT_ROWS = 4;

/** Parts of a conversation whose prompts and messages have marks; the line that shows work is near the box. */
export function turnPlaces(above: readonly Line[], conversation: readonly Line[], shape: ScreenShape): Places {
  const { says, status } = shape;
  if (says.status_at_box) {
    const gap = conversation.findLastIndex(isBlank);
    return {
      status: conversation.slice(gap + 1),
      ...conversationPlaces(conversation.slice(0, Math.max(0, gap)), shape),
    };
  }
  const marked = says.status === undefined ? null : above.findLast(({ text }) => status.test(text));
  const shown = marked === null ? (paragraphs(above).at(-1) ?? []) : marked === undefined ? [] : [marked];
  return { status: shown, ...conversationPlaces(conversation, shape) };
}

function conversationPlaces(all: readonly Line[], shape: ScreenShape): Places {
  const { says, ignored, given_prompt, banner, notice } = shape;
  const rows = says.ignored === undefined ? all : all.filter(({ text }) => !ignored.test(text));
  const shown = withoutBlankEnd(rows);
  const prompt = shown.findLastIndex(({ text }) => given_prompt.test(text));
  const heads = headsIn(shown, Math.max(0, prompt), shape);
  const [newest] = heads.slice(-1);
  if (says.banner === undefined) {
    if (prompt < 0 && newest === undefined) return { start: shown.filter((row) => !isBlank(row)) };
  } else {
    const banners = shown.filter(({ text }) => banner.test(text) || notice.test(text));
    // output of an earlier, ended program stays on the screen above
    const isFresh = says.banner_begins
      ? shown.findLastIndex(({ text }) => banner.test(text)) > prompt
      : prompt < 0 && newest === undefined && banners.length > 0;
    if (isFresh) return { start: says.banner_begins ? banners.slice(-1) : banners };
  }
  // with room left on the screen no prompt has scrolled away, so this text answers no prompt
  if (prompt < 0 && rows.length - shown.length >= (says.free_rows ?? Number.POSITIVE_INFINITY)) return {};
  const turn = shown.slice(Math.max(0, prompt));
  // the mark of an answer that is higher than the screen is scrolled away
  const isCut = says.banner !== undefined && prompt < 0 && turn.filter((row) => !isBlank(row)).length >= MIN_CUT_ROWS;
  return { turn, last: newest !== undefined ? shown.slice(newest) : isCut ? turn : [] };
}

/** Where messages begin, from this row on; also a frame of which the top is scrolled away. */
function headsIn(rows: readonly Line[], from: number, { message, notice }: ScreenShape): number[] {
  const isCutFrame = (text: string) => text.startsWith("│") && message.test("╭─");
  return rows.flatMap(({ text }, index) => {
    const isHead = message.test(text) || (index === from && isCutFrame(text));
    return index >= from && isHead && !notice.test(text) ? [index] : [];
  });
}
