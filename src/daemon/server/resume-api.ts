import type { Hono } from "hono";
import { Fault } from "../../core/protocol/fault.ts";
import { type ResumableList, type ResumeReport, ResumeRequest } from "../../core/protocol/resume.ts";

/** What the API needs of whoever brings agents back. */
export interface ResumeBackend {
  list(): ResumableList;
  resume(request: ResumeRequest): Promise<ResumeReport>;
}

export function mountResume(api: Hono, resume: ResumeBackend): void {
  api.get("/v1/resumable", (context) => context.json(resume.list()));
  api.post("/v1/resume", async (context) => context.json(await resume.resume(parseRequest(await context.req.text()))));
}

function parseRequest(text: string): ResumeRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault("E_INVALID_INPUT", "what is to be resumed is not JSON");
  }
  const parsed = ResumeRequest.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
  throw new Fault("E_INVALID_INPUT", `what is to be resumed does not fit: ${faults.join("; ")}`, { faults });
}
