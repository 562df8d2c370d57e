/** A server that answers the workloads. */
export interface Side {
  base: string
  /** Of the processes that do the work. */
  pids: readonly number[]
}

/** By hand and drawn: what is compared with each other in the same run. */
export interface Sides {
  limit: Side
  drawn: Side
}
