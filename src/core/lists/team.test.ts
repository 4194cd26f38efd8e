import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { isUnderLead, teammatesWords, underLeads } from "./team.ts";

const teammate = (name: string, lead_pane: string | null) => ({ name, lead_session: "s1", lead_pane });
const A = testPane({ pane_id: "%1" });
const B = testPane({ pane_id: "%2" });
const LEAD = testPane({ pane_id: "%3" }, { teammates: { working: 1, all: 2 } });
const ONE = testPane({ pane_id: "%4" }, { teammate: teammate("one", "%3") });
const TWO = testPane({ pane_id: "%5" }, { teammate: teammate("two", "%3") });

describe("a lead and its teammates", () => {
  it("[AD50] a teammate stands right under its lead, wherever both would be", () => {
    const order = (...panes: readonly (typeof A)[]) => underLeads(panes).map(({ identity }) => identity.pane_id);
    expect(order(ONE, A, LEAD, B, TWO)).toEqual(["%1", "%3", "%4", "%5", "%2"]);
    expect(order(ONE, A)).toEqual(["%4", "%1"]);
    expect(isUnderLead(ONE, [A, LEAD])).toBe(true);
    expect([isUnderLead(ONE, [A, ONE]), isUnderLead(A, [A, LEAD])]).toEqual([false, false]);
  });

  it("[AD50] no pane is lost or there twice, also if panes name each other or themselves as leads", () => {
    const own = testPane({ pane_id: "%6" }, { teammate: teammate("own", "%6") });
    const other = testPane({ pane_id: "%7" }, { teammate: teammate("other", "%8") });
    const back = testPane({ pane_id: "%8" }, { teammate: teammate("back", "%7") });
    const deep = testPane({ pane_id: "%9" }, { teammate: teammate("deep", "%4") });
    const panes = [deep, back, own, other, ONE, LEAD];
    expect(new Set(underLeads(panes))).toEqual(new Set(panes));
    expect(underLeads(panes)).toHaveLength(panes.length);
  });

  it("[AD50] the lead says how many work", () => {
    expect(teammatesWords(LEAD)).toBe("1 of 2 teammates working");
    expect(teammatesWords({ teammates: { working: 2, all: 2 } })).toBe("2 teammates working");
    expect(teammatesWords({ teammates: { working: 1, all: 1 } })).toBe("1 teammate working");
    expect([teammatesWords({ teammates: { working: 0, all: 2 } }), teammatesWords(A)]).toEqual(["", ""]);
  });
});
