import { describe, expect, it } from "vitest";
import { type Choice, type Choosing, choose, listed } from "./choose.ts";

const option = (label: string, means?: Choice["means"]): Choice => ({
  label,
  value: means ?? label.toLowerCase(),
  means,
});
const APPROVAL: Choosing = {
  kind: "approval",
  choices: [
    option("Yes", "yes"),
    option("Yes, and don't ask again for make", "always"),
    option("Auto"),
    option("No", "no"),
  ],
  free: true,
};
const COLOURS: Choosing = { kind: "choice", choices: [option("Red"), option("Blue"), option("Blue grey")], free: true };

const labelOf = (said: string, choosing: Choosing) => {
  const chosen = choose(said, choosing);
  return chosen.type === "choice" ? chosen.choice.label : chosen.type;
};

describe("choose", () => {
  it("[SQ17] a choice is meant by its number, its value, its label or how that begins", () => {
    const { choices } = COLOURS;
    expect(["1", "2.", "RED", "blue", "blue g"].map((said) => labelOf(said, { ...COLOURS, choices }))).toEqual([
      "Red",
      "Blue",
      "Red",
      "Blue",
      "Blue grey",
    ]);
    expect(
      labelOf("postgres", { kind: "choice", choices: [{ label: "Postgres (new)", value: "postgres" }], free: false }),
    ).toBe("Postgres (new)");
  });

  it("[SQ17] refuses an answer that fits several choices or none, and lists the choices", () => {
    const closed = { ...COLOURS, free: false };
    expect(choose("bl", closed)).toEqual({ type: "fault", fault: '"bl" may be "Blue" or "Blue grey"' });
    expect(choose("green", closed)).toEqual({ type: "fault", fault: '"green" is none of the choices' });
    expect(choose("7", closed)).toEqual({ type: "fault", fault: "there is no choice 7" });
    expect(listed(closed.choices)).toBe("  1. Red\n  2. Blue\n  3. Blue grey");
  });

  it("[SQ17] yes and its like are the plain yes, no the no, and only always is always", () => {
    expect(
      ["yes", "y", "Allow", "approve", "no", "n", "deny", "always"].map((said) => labelOf(said, APPROVAL)),
    ).toEqual(["Yes", "Yes", "Yes", "Yes", "No", "No", "No", "Yes, and don't ask again for make"]);
    const onlyAlways = { ...APPROVAL, choices: [option("Allow for this session", "always"), option("No", "no")] };
    expect(choose("yes", onlyAlways)).toEqual({ type: "fault", fault: 'none of the choices is a plain "yes"' });
    const twoAlways = { ...APPROVAL, choices: [option("Always here", "always"), option("Always there", "always")] };
    expect(choose("always", twoAlways).type).toBe("fault");
  });

  it("[SQ17] free words are accepted if the question takes them; an unknown word at an approval is refused", () => {
    expect(choose("Purple", COLOURS)).toEqual({ type: "words", text: "Purple" });
    expect(choose("re", COLOURS)).toEqual({ type: "words", text: "re" });
    expect(choose("take the other folder", APPROVAL)).toEqual({ type: "words", text: "take the other folder" });
    expect(choose("yess", APPROVAL).type).toBe("fault");
    expect(choose("7", APPROVAL).type).toBe("fault");
  });
});
