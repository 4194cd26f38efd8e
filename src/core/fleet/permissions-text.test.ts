import { describe, expect, it } from "vitest";
import { heardBy, permissionsText, publishedBy } from "./permissions-text.ts";

describe("permissionsText", () => {
  it("[FL10] no member may write under another's name, listen to another's actions, or make a stream", () => {
    const subjects = [...publishedBy({ name: "ann", person: null }), ...heardBy("ann")];
    const owned = subjects.filter((subject) => /^(\$KV|agtmux)\./.test(subject) || subject.includes("PURGE"));
    expect(owned.filter((subject) => !/[._]ann\b/.test(subject))).toEqual([]);
    expect(
      subjects.filter((subject) => /STREAM\.(CREATE|UPDATE|DELETE|MSG\.DELETE|RESTORE|SNAPSHOT)/.test(subject)),
    ).toEqual([]);
    expect(subjects).not.toContain(">");
  });

  it("[FL10] each member has its own login", () => {
    const text = permissionsText(
      [
        { name: "ann", person: null, login: { password: "p1" } },
        { name: "ben", person: "boss", login: { nkey: "UBEN" } },
      ],
      "top",
    );
    expect(text).toContain('{ user: "ann", password: "p1", permissions: {');
    expect(text).toContain('{ nkey: "UBEN", permissions: {');
    expect(text).toContain('"$KV.agtmux_panes_ben.>"');
    expect(text).toContain('"agtmux.act.*.ann"');
    expect(text).toContain('"agtmux.act.*.boss.ben"');
    expect(text).not.toContain('"agtmux.act.*.ben"');
  });
});
