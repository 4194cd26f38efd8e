import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scss from "highlight.js/lib/languages/scss";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { type Coloured, colouredLines } from "./coloured-lines.ts";

const LANGUAGES = {
  ...{ bash, c, cpp, csharp, css, dockerfile, go, ini, java, javascript, json, kotlin, lua, makefile, markdown },
  ...{ php, python, ruby, rust, scss, sql, swift, typescript, xml, yaml },
};
let isReady = false;

/** Longer lines are made by programs, and stay plain. */
const LONGEST_LINE = 2_000;
/** So much is read at once, up to a blank line: the time for some languages grows with the square of it. */
const AT_ONCE = 10_000;
const MOST_AT_ONCE = 12_000;
/** What is left after this time stays plain: the page stands still meanwhile. */
const MOST_MS = 500;

/** The lines of a text with their colours. Loaded when a review is opened. */
export function highlight(lines: readonly string[], language: string): Coloured[][] {
  if (!isReady) for (const [name, grammar] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, grammar);
  isReady = true;
  const begun = performance.now();
  return partsOf(lines).flatMap((part) => {
    const isPlain = (part[0]?.length ?? 0) > LONGEST_LINE || performance.now() - begun > MOST_MS;
    if (isPlain) return part.map((text) => (text === "" ? [] : [{ text, colour: null }]));
    return colouredLines(hljs.highlight(part.join("\n"), { language, ignoreIllegals: true }).value);
  });
}

/** The lines in parts that are read one after the other; a line that is too long is a part of its own. */
function partsOf(lines: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const text of lines) {
    const isFull = length > MOST_AT_ONCE || (length > AT_ONCE && text.trim() === "");
    if (isFull || text.length > LONGEST_LINE) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(text);
    length = text.length > LONGEST_LINE ? Number.POSITIVE_INFINITY : length + text.length + 1;
  }
  return parts;
}
