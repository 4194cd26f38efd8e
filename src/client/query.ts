/** Query parameters; a name may occur several times. */
export type Query = readonly (readonly [name: string, value: string])[];

export function withQuery(path: string, query: Query): string {
  const words = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return words.length === 0 ? path : `${path}?${words.join("&")}`;
}
