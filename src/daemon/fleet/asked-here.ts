/** A request of the API as it came in. */
export interface AskedHere {
  method: "GET" | "POST";
  /** With its query. */
  path: string;
  body: string | null;
  user: string;
  timeoutMs: number;
}
