import { withSample } from "../../core/usage/forecast.ts";
import type { Database } from "./database.ts";
import { readAllStored, readStored } from "./stored-json.ts";
import { upsertSql } from "./upsert-sql.ts";
import {
  type CallRow,
  type DailyRow,
  SampledLimit,
  type SessionKey,
  SessionUsage,
  type UsageStore,
} from "./usage-store.ts";

const COUNTS = ["input", "cached", "cache_written", "output", "reasoning"] as const;
const CALL = ["target", "agent", "call_id", "session_id", "at", "day", "model", "project", ...COUNTS, "cost"];
const DAILY_KEY = ["target", "agent", "session_id", "day", "model", "project", "has_cost"];
const DAILY = [...DAILY_KEY, "calls", ...COUNTS, "cost"];

type StoredDaily = Omit<DailyRow, "cost"> & { has_cost: number; cost: number };

export function usageTable(db: Database): UsageStore {
  const ofSession = "target = ? AND agent = ? AND session_id = ?";
  const find = db.prepare<[string, string, string], CallRow>(
    `SELECT ${CALL.join(", ")} FROM usage_calls WHERE target = ? AND agent = ? AND call_id = ?`,
  );
  const save = db.prepare(upsertSql("usage_calls", ["target", "agent", "call_id"], CALL));
  const since = db.prepare<[string, string, string, number], CallRow>(
    `SELECT ${CALL.join(", ")} FROM usage_calls WHERE ${ofSession} AND at >= ? ORDER BY at`,
  );
  const sums = ["calls", ...COUNTS, "cost"];
  const add = db.prepare(
    `INSERT INTO usage_daily (${DAILY.join(", ")}) VALUES (${DAILY.map((name) => `@${name}`).join(", ")})
     ON CONFLICT (${DAILY_KEY.join(", ")}) DO UPDATE SET ${sums.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`,
  );
  const dropEmpty = db.prepare<[string, string, string]>(`DELETE FROM usage_daily WHERE ${ofSession} AND calls <= 0`);
  const dailyOf = db.prepare<[string, string, string], StoredDaily>(
    `SELECT ${DAILY.join(", ")} FROM usage_daily WHERE ${ofSession}`,
  );
  const daily = db.prepare<[string, string], StoredDaily>(
    `SELECT ${DAILY.join(", ")} FROM usage_daily WHERE day >= ? AND day <= ?`,
  );
  const session = db.prepareColumn<[string, string, string], string>(
    `SELECT session FROM usage_sessions WHERE ${ofSession}`,
  );
  const sessionKey = ["target", "agent", "session_id"];
  const saveSession = db.prepare(upsertSql("usage_sessions", sessionKey, [...sessionKey, "updated_at", "session"]));
  const saveLimit = db.prepare(
    `INSERT INTO usage_limits (target, agent, window, at, usage_limit) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (target, agent, window) DO UPDATE SET at = excluded.at, usage_limit = excluded.usage_limit
     WHERE excluded.at >= usage_limits.at`,
  );
  const limit = db.prepareColumn<[string, string, string], string>(
    "SELECT usage_limit FROM usage_limits WHERE target = ? AND agent = ? AND window = ?",
  );
  const limits = db.prepareColumn<[], string>("SELECT usage_limit FROM usage_limits ORDER BY target, agent, window");
  const pruneCalls = db.prepare<[number]>("DELETE FROM usage_calls WHERE at < ?");
  const pruneDays = db.prepare<[string]>("DELETE FROM usage_daily WHERE day < ?");
  const pruneSessions = db.prepare<[number]>("DELETE FROM usage_sessions WHERE updated_at < ?");

  const call: UsageStore["call"] = ({ target, agent, call_id }) => find.get(target, agent, call_id) ?? null;
  const count = ({ call_id: _, at: _at, cost, ...row }: CallRow, calls: 1 | -1): void => {
    const counts = COUNTS.map((name) => [name, calls * row[name]]);
    const money = { has_cost: cost === null ? 0 : 1, cost: calls * (cost ?? 0) };
    add.run({ ...row, ...Object.fromEntries(counts), calls, ...money });
  };
  return {
    call,
    saveCall: (row) => {
      const before = call(row);
      if (before !== null) count(before, -1);
      count(row, 1);
      if (before !== null) dropEmpty.run(...keyOf(row));
      save.run({ ...row });
    },
    callsSince: (key, at) => since.all(...keyOf(key), at),
    daysOfSession: (key) => dailyOf.all(...keyOf(key)).map(dailyRow),
    days: (from, to) => daily.all(from, to).map(dailyRow),
    sessionUsage: (key) => {
      const stored = session.get(...keyOf(key));
      return stored === undefined ? null : readStored(SessionUsage, stored);
    },
    saveSessionUsage: ({ target, agent, session_id }, known, updated_at) =>
      void saveSession.run({ target, agent, session_id, updated_at, session: JSON.stringify(known) }),
    saveLimit: (told) => {
      const { target, agent, window, at } = told;
      const stored = limit.get(target, agent, window);
      const before = stored === undefined ? [] : (readStored(SampledLimit, stored)?.samples ?? []);
      saveLimit.run(target, agent, window, at, JSON.stringify({ ...told, samples: withSample(before, told) }));
    },
    limits: () => readAllStored(SampledLimit, limits.all()),
    pruneUsage: (callsBefore, daysBefore) => {
      pruneCalls.run(callsBefore);
      pruneDays.run(daysBefore);
      pruneSessions.run(callsBefore);
    },
  };
}

function keyOf({ target, agent, session_id }: SessionKey): [string, string, string] {
  return [target, agent, session_id];
}

function dailyRow({ has_cost, cost, ...row }: StoredDaily): DailyRow {
  return { ...row, cost: has_cost === 1 ? cost : null };
}
