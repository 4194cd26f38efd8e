import { expect, it } from "vitest";
import type * as published from "../../types/client.d.ts";
import type { Agtmux, ConnectOptions } from "./connect.ts";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

it("[AP60] the published types of the client promise what it does", () => {
  // compiled, not run: each line fails to compile if the types differ; only commands allow for an older daemon's report
  const check = (ours: Omit<Agtmux, "explain">): Omit<published.Agtmux, "explain"> => ours;
  const sameOptions: Same<ConnectOptions, published.ConnectOptions> = true;
  const sameNames: Same<keyof Agtmux, keyof published.Agtmux> = true;
  expect([typeof check, sameOptions, sameNames]).toEqual(["function", true, true]);
});
