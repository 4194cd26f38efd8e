import { z } from "zod";
import { UsageBy, UsageList } from "../lists/usage.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

export const USAGE_ROUTES = {
  list: route(ENDPOINTS.usage.list, {
    summary: "Tokens and money by day, folder, agent, model, account or member, and the limits of accounts",
    says: "Days are those of each daemon's clock. In a fleet the sums are of all members that tell theirs, and `members` names the others. A cost is what the agent recorded, or is marked as computed by the price table. Needs the right to act, because it names the folders of 400 days.",
    access: "act",
    query: z.object({
      by: UsageBy.optional().describe("How they are grouped; by day if absent"),
      since: z.string().optional().describe("The first day, such as 2026-02-13; 30 days ago if absent"),
      until: z.string().optional().describe("The last day; today if absent"),
    }),
    answer: UsageList,
    faults: ["E_INVALID_INPUT", "E_UNAUTHORIZED"],
  }),
};
