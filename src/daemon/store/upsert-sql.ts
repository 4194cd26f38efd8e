/** Inserts, or replaces all columns but the key. Values are bound by column name. */
export function upsertSql(table: string, key: readonly string[], columns: readonly string[]): string {
  const changed = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  return `${insertSql(table, columns)} ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${changed.join(", ")}`;
}

export function insertSql(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((column) => `@${column}`).join(", ")})`;
}
