/** How long after it was sent a request may arrive: it arrives at once, or its member is away. */
export const ARRIVE_MS = 10_000;
