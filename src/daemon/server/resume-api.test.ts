import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { ResumeRequest } from "../../core/protocol/actions/resume.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { mountResume } from "./resume-api.ts";

describe("/v1/resumable and /v1/resume", () => {
  it("[AP9] lists what can come back", async () => {
    const { api } = served();
    expect(await (await api.request("/v1/resumable")).json()).toEqual({
      schema_version: 1,
      generated_at: 7,
      items: [],
    });
  });

  it("[AP9] brings back one by its ref, or all", async () => {
    const { api, asked } = served();
    for (const body of [
      { ref: "runtime:x", new_window: true },
      { all: true, dry_run: true },
    ])
      expect((await post(api, JSON.stringify(body))).status).toBe(200);
    expect(asked).toEqual([
      { ref: "runtime:x", new_window: true },
      { all: true, dry_run: true },
    ]);
  });

  it.each(["", "[]", "{}", '{"ref":"x","all":true}', '{"all":false}', '{"ref":1}', '{"all":true,"force":true}'])(
    "[AP9] refuses %s",
    async (body) => {
      const { api, asked } = served();
      expect(await (await post(api, body)).json()).toMatchObject({ code: "E_INVALID_INPUT" });
      expect(asked).toEqual([]);
    },
  );
});

function served() {
  const asked: ResumeRequest[] = [];
  const api = new Hono();
  mountResume(api, {
    list: () => ({ schema_version: 1, generated_at: 7, items: [] }),
    resume: async (request) => {
      asked.push(request);
      return { schema_version: 1, dry_run: false, items: [] };
    },
  });
  api.onError((error, context) => context.json(error instanceof Fault ? error.toBody() : String(error), 400));
  return { api, asked };
}

function post(api: Hono, body: string) {
  return api.request("/v1/resume", { method: "POST", body });
}
