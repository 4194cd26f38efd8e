import { expect, it } from "vitest";
import { readInherited } from "./hand-over.ts";

it.each([
  ["17:7433:3,4", { from: 17, port: 7433, v4: 3, v6: 4 }],
  ["17:7433:3", { from: 17, port: 7433, v4: 3, v6: null }],
  ["", null],
  ["7433:3,4", null],
  ["17:7433:3,x", null],
])("[DM22] sockets that are told as %j", (word, inherited) => {
  expect(readInherited(word)).toEqual(inherited);
});
