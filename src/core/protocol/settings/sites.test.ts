import { describe, expect, it } from "vitest";
import { Site, Sites } from "./sites.ts";

const siteOf = (text: string) => Site.safeParse(text).data ?? "refused";
const sitesOf = (given: string | string[]) => Sites.safeParse(given).data ?? "refused";

describe("Site", () => {
  it.each([
    ["", ""],
    ["https://agents.example.com", "https://agents.example.com"],
    [" https://Agents.Example.com/ ", "https://agents.example.com"],
    ["https://a.example:443", "https://a.example"],
    ["https://a.example:8443", "https://a.example:8443"],
    ["http://box.tail1234.ts.net:80", "http://box.tail1234.ts.net"],
    ["https://[fd7a::1]:8443", "https://[fd7a::1]:8443"],
  ])("[CF9] %j is the origin %j, as browsers write it", (text, site) => {
    expect(siteOf(text)).toBe(site);
  });

  it.each([
    "agents.example.com",
    "ftp://a.example",
    "https://a.example/agtmux",
    "https://a.example?x",
    "https://me:secret@a.example",
    "https://*.example.com",
    "https://",
    "https://-a",
    "https://a b",
  ])("[CF3, CF9] %j is refused", (text) => {
    expect(siteOf(text)).toBe("refused");
  });
});

describe("Sites", () => {
  it("[CF9] a list with commas and a TOML array are the same, and a bare host is one of HTTPS", () => {
    const sites = ["https://a.example", "https://b.example:8443", "http://c.example"];
    expect(sitesOf("a.example, b.example:8443,, http://c.example/")).toEqual(sites);
    expect(sitesOf(["a.example", "b.example:8443", "http://c.example"])).toEqual(sites);
    expect(sitesOf("")).toEqual([]);
  });

  it.each(["*", "*.example.com", "a.example/x", "a b", "a.example;b.example"])("[CF3, CF9] %j is refused", (text) => {
    expect(sitesOf(text)).toBe("refused");
  });
});
