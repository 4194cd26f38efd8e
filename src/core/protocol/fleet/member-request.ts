import { z } from "zod";

/** Roles of other members here: see output and questions, answer them, type for agents, start and end agents. */
export const MemberRole = z.enum(["look", "answer", "send", "spawn"]);
export type MemberRole = z.infer<typeof MemberRole>;

/** A request of one member to another: a request of the API, to be done where the agent is. */
export const MemberRequest = z.looseObject({
  fleet_version: z.number().int().positive(),
  /** The same for a request that arrives again. */
  request_id: z.string().min(8).max(64),
  /** Until when it must have arrived, on the server's clock. */
  deadline: z.number(),
  method: z.enum(["GET", "POST"]),
  /** With its query. */
  path: z.string().max(4_096).startsWith("/v1/"),
  body: z.string().nullable(),
  /** Who asks there. Only the member's name is vouched for, by the server. */
  user: z.string().max(200),
});
export type MemberRequest = z.infer<typeof MemberRequest>;

export const MemberResponse = z.looseObject({ status: z.number().int().min(100).max(599), body: z.string() });
export type MemberResponse = z.infer<typeof MemberResponse>;
