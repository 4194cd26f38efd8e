/** A port that is the same after a restart: none that the kernel gives to connections, and another in each process. */
export const FIXED_PORT = 20_000 + (process.pid % 12_000);
