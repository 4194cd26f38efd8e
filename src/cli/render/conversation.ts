import type { Item, Turn } from "../../core/conversation/turns-of.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import { paint, plain } from "./words.ts";

export interface ConversationLook {
  /** Calls and results with all their lines. */
  isFull: boolean;
  colour: boolean;
}

/** A part that is printed once. */
export interface Block {
  key: string;
  text: string;
  /** The key of a result's call, and what is printed if that was printed long before. */
  of?: string;
  late?: string;
}

const FIRST_LINES = 3;
const BOLD = "1";
const GREY = "90";
const RED = "31";
const CYAN = "36";

/** The conversation in the order in which it is read. */
export function conversationBlocks(turns: readonly Turn[], look: ConversationLook): Block[] {
  return turns.flatMap(({ prompt, items }) => [
    ...(prompt === null ? [] : blocksOf(prompt, "", look)),
    ...items.flatMap((item) => blocksOf(item, "", look)),
  ]);
}

function blocksOf(item: Item, indent: string, look: ConversationLook): Block[] {
  const { colour } = look;
  const key = `${item.kind} ${item.run} ${item.id}`;
  const lines = (text: string, first: string, code: string | null, is_cut: boolean) =>
    [...visibleText(text).trimEnd().split("\n"), ...(is_cut ? ["… cut here"] : [])]
      .map(
        (line, index) =>
          `${indent}${index === 0 ? first : " ".repeat(first.length)}${code === null ? line : paint(line, code, colour)}`,
      )
      .join("\n");
  switch (item.kind) {
    case "prompt":
      return [{ key, text: `\n${lines(item.text, "> ", BOLD, item.is_cut)}\n` }];
    case "words":
      return [{ key, text: lines(item.text, "", null, item.is_cut) }];
    case "note":
      return [{ key, text: lines(`(${item.text.trim()})`, "", item.is_error ? RED : GREY, item.is_cut) }];
    case "tool": {
      const call = `${indent}${paint(`• ${plain(item.tool)}`, CYAN, colour)} ${plain(item.argument)}`.trimEnd();
      const input = look.isFull && item.text !== "" ? `\n${lines(item.text, "  ", GREY, item.is_cut)}` : "";
      const { result, sub_agent } = item;
      return [
        { key, text: call + input },
        ...(sub_agent?.items.flatMap((each) => blocksOf(each, `${indent}  | `, look)) ?? []),
        ...(result === null || result.text === "" ? [] : [resultBlock(result, call)]),
      ];
    }
    default:
      return item satisfies never;
  }

  function resultBlock(result: NonNullable<Extract<Item, { kind: "tool" }>["result"]>, call: string): Block {
    const all = result.text.trimEnd().split("\n");
    const shown = look.isFull ? all : all.slice(0, FIRST_LINES);
    const rest = all.length - shown.length;
    const words = [...shown, ...(rest > 0 ? [`… ${rest} more ${rest === 1 ? "line" : "lines"}`] : [])].join("\n");
    const text = lines(words, "  ", result.is_error ? RED : GREY, result.is_cut && look.isFull);
    return { key: `result ${result.run} ${result.id}`, text, of: key, late: `${call}\n${text}` };
  }
}
