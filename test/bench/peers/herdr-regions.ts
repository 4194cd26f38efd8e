/** The parts of a screen that herdr's rule files name, as its source describes them. */
type Region = (lines: readonly string[]) => readonly string[];

const NOTHING: readonly string[] = [];

const NAMED: Record<string, Region> = {
  whole_recent: (lines) => lines,
  after_last_prompt_marker: (lines) => lines.slice(lines.findLastIndex(isPrompt) + 1),
  before_current_prompt_marker: (lines) => lines.slice(0, currentPrompt(lines) ?? lines.length),
  whole_recent_without_current_prompt_marker: (lines) => (currentPrompt(lines) === null ? lines : NOTHING),
  current_prompt_block_marker: (lines) => blockOf(lines).slice(0, 1),
  after_current_prompt_block_marker: blockOf,
  prompt_box_body: (lines) => {
    const top = boxTop(lines);
    if (top === null) return NOTHING;
    const body = lines.slice(top + 1);
    const end = body.findIndex(isRule);
    return end < 0 ? body : body.slice(0, end);
  },
  above_prompt_box: aboveBox,
  last_non_empty_above_prompt_box: (lines) => aboveBox(lines).filter(isInked).slice(-1),
  after_last_horizontal_rule: (lines) => lines.slice(lines.findLastIndex(isRule) + 1),
};

/** The lines of the region called `name`, such as `prompt_box_body` or `bottom_lines(5)`. */
export function linesIn(name: string, lines: readonly string[]): readonly string[] {
  const named = NAMED[name];
  if (named !== undefined) return named(lines);
  const [, edge, count] = /^(bottom_lines|bottom_non_empty_lines|top_non_empty_lines)\((\d+)\)$/.exec(name) ?? [];
  if (edge === undefined) throw new Error(`herdr's rules name a region that is unknown here: ${name}`);
  if (edge === "bottom_lines") return lines.slice(-Number(count));
  const inked = lines.flatMap((line, index) => (isInked(line) ? [index] : []));
  if (edge === "top_non_empty_lines") return lines.slice(0, (inked.slice(0, Number(count)).at(-1) ?? -1) + 1);
  const [first] = inked.slice(-Number(count));
  return first === undefined ? NOTHING : lines.slice(first);
}

function isInked(line: string): boolean {
  return line.trim() !== "";
}

function isPrompt(line: string): boolean {
  return line === "›" || line.startsWith("› ");
}

function isBlock(line: string): boolean {
  return /^[•■✗✓]/.test(line);
}

/** A prompt below which no block of output begins. */
function currentPrompt(lines: readonly string[]): number | null {
  const at = lines.findLastIndex(isPrompt);
  return at < 0 || lines.slice(at + 1).some(isBlock) ? null : at;
}

/** From the last block of output above the prompt on. */
function blockOf(lines: readonly string[]): readonly string[] {
  const at = currentPrompt(lines);
  const block = at === null ? -1 : lines.slice(0, at).findLastIndex(isBlock);
  return block < 0 ? NOTHING : lines.slice(block);
}

/** A line across the screen, or one that begins with a piece of it and goes on with words. */
function isRule(line: string): boolean {
  const [rule = "", rest = ""] = /^(─+)(.*)$/.exec(line.trim())?.slice(1) ?? [];
  return rule !== "" && (rest.trim() === "" || rule.length >= 3);
}

function boxTop(lines: readonly string[]): number | null {
  const rules = lines.flatMap((line, index) => (isRule(line) ? [index] : []));
  return rules.at(-2) ?? null;
}

function aboveBox(lines: readonly string[]): readonly string[] {
  return lines.slice(0, boxTop(lines) ?? lines.length);
}
