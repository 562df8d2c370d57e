/** What a caller may take to send its request, on both ports: one that dribbles would hold its connection for ever. */
export const CONNECTION_TIMES = {
  /** The whole request. */
  requestTimeout: 60_000,
  /** Its first line and headers. */
  headersTimeout: 15_000,
  /** Longer than the 60 s of common load balancers, so that it is never we who close a connection that they are about to use. */
  keepAliveTimeout: 72_000,
} as const
