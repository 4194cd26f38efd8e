/**
 * Invisible and direction-changing characters: they could make one command look like another. Not newlines and tabs.
 */
const HIDDEN =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Surrogate}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\u2800]/u;
const HIDDEN_RUN = new RegExp(`(${HIDDEN.source})\\1*`, "gu");

/** Contexts in which a joiner combines two emoji into one, such as a family, or an emoji and its colour. */
const AFTER_PICTURE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\p{Extended_Pictographic}0-9#*]\ufe0f)$/u;
const BEFORE_PICTURE = /^\p{Extended_Pictographic}/u;
const PICTURE_BASE = /[\p{Extended_Pictographic}0-9#*]$/u;
/** An emoji of two code units, and its selector. */
const LONGEST_BEFORE = 3;
/** Scripts whose letters change shape beside a joiner. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

/**
 * Makes text from others safe to read: hidden and direction-changing characters are written out, as `⟨U+202E⟩`. Joiners
 * and selectors that form emoji or letters with their neighbours stay.
 */
export function visibleText(text: string): string {
  if (!HIDDEN.test(text)) return text;
  return text
    .replaceAll("\r\n", "\n")
    .replace(HIDDEN_RUN, (run, hidden: string, at: number, whole: string) =>
      run === hidden &&
      isNeeded(
        hidden,
        whole.slice(Math.max(0, at - LONGEST_BEFORE), at),
        whole.slice(at + run.length, at + run.length + 2),
      )
        ? run
        : written(hidden, run.length / hidden.length),
    );
}

/** Whether its neighbours would look different without it. */
function isNeeded(hidden: string, before: string, after: string): boolean {
  switch (hidden) {
    case "\u200d":
      return (AFTER_PICTURE.test(before) && BEFORE_PICTURE.test(after)) || joinsLetters(before, after);
    case "\u200c":
      return joinsLetters(before, after);
    case "\ufe0e":
    case "\ufe0f":
      return PICTURE_BASE.test(before);
    default:
      return false;
  }
}

function joinsLetters(before: string, after: string): boolean {
  return JOINING.test([...before].at(-1) ?? "") && JOINING.test([...after][0] ?? "");
}

function written(hidden: string, times: number): string {
  const code = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return times === 1 ? `⟨U+${code}⟩` : `⟨U+${code} ×${times}⟩`;
}
