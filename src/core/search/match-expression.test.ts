import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { matchExpression } from "./match-expression.ts";

const db = new DatabaseSync(":memory:");
db.exec("CREATE VIRTUAL TABLE words USING fts5(text, place, tokenize = 'unicode61 remove_diacritics 2')");
afterAll(() => db.close());

function search(words: string, ...texts: string[]): string[] {
  db.exec("DELETE FROM words");
  const add = db.prepare("INSERT INTO words VALUES (?, 'x')");
  for (const text of texts) add.run(text);
  const match = matchExpression(words);
  const found = match === null ? [] : db.prepare("SELECT text FROM words WHERE words MATCH ?").all(`text : (${match})`);
  return found.map((row) => String(row.text));
}

describe("the words of a search", () => {
  it("[WK51] all of them must be there, in any order, without regard to case and accents", () => {
    expect(search("Login FAILS", "it fails at the login", "the login", "fails")).toEqual(["it fails at the login"]);
    expect(search("uber", "Über allem")).toEqual(["Über allem"]);
  });

  it("[WK51] words in quotes stand together, and * is the rest of a word", () => {
    expect(search('"rate limit"', "the rate limit", "limit the rate")).toEqual(["the rate limit"]);
    expect(search("migrat*", "migrations", "emigrate")).toEqual(["migrations"]);
    expect(search("file_name.ts", "in file_name.ts here", "file.ts name")).toEqual(["in file_name.ts here"]);
  });

  it("[WK51] operators of the database are words", () => {
    expect(search("this OR that", "this", "this or that")).toEqual(["this or that"]);
    expect(search("NOT a place:x", "not a place x", "b")).toEqual(["not a place x"]);
    expect(search("NEAR(a b, 2)", "near a b 2")).toEqual(["near a b 2"]);
    expect(search('"open quote', "an open quote")).toEqual(["an open quote"]);
  });

  it("[WK51] signs alone find nothing", () => {
    for (const signs of ["***", '""', "()", "-", "🙂", '"*"', "\0"]) expect(matchExpression(signs)).toBeNull();
  });

  it("[WK51] whatever is typed, the database understands it", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom('"', "*", "NEAR(", " OR ", "^", "{text}:", "'", "a", "\0"),
    );
    const typed = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(typed, (words) => void search(words, "a")),
      { numRuns: 300 },
    );
  });
});
