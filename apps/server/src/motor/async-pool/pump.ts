import type { Job } from 'pg-boss'

export interface PumpDeps<Data, Outcome> {
  /** How many may be under way at the same time, now. */
  most(): number
  fetch(count: number): Promise<Job<Data>[]>
  /** Never rejects. */
  run(job: Job<Data>): Promise<Outcome>
  /** Ends these runs for good; those that another worker has by now are left to it. Never rejects. */
  settle(ended: readonly Ended<Data, Outcome>[]): Promise<void>
  onError(error: unknown): void
}

interface Ended<Data, Outcome> {
  job: Job<Data>
  outcome: Outcome
}

/** Also when nobody says that something waits: a notification may be lost with its connection. */
const LOOK_EVERY_MS = 1_000
const MAX_FETCHED = 100
const DRAIN_POLL_MS = 20

/** Takes from the queue what there is room for, runs it, and writes down together what ended while the last writing was under way. */
export function startPump<Data, Outcome>({ most, fetch, run, settle, onError }: PumpDeps<Data, Outcome>) {
  const active = new Set<Job<Data>>()
  let ended: Ended<Data, Outcome>[] = []
  let isSettling = false
  let isStopped = false
  let isFetching = false
  /** Something may have come since the last look. */
  let isAsked = true

  async function fetchAll(): Promise<void> {
    isFetching = true
    while (isAsked && !isStopped && active.size < most()) {
      isAsked = false
      const room = Math.min(most() - active.size, MAX_FETCHED)
      try {
        const jobs = await fetch(room)
        for (const job of jobs) begin(job)
        // There may be more.
        isAsked ||= jobs.length === room
      } catch (error) {
        onError(error)
      }
    }
    isFetching = false
  }

  function wake(): void {
    isAsked = true
    if (!isFetching) void fetchAll()
  }

  function begin(job: Job<Data>): void {
    active.add(job)
    void run(job).then((outcome) => {
      ended.push({ job, outcome })
      if (!isSettling) void settleAll()
    })
  }

  async function settleAll(): Promise<void> {
    isSettling = true
    // With all that end in this turn.
    await new Promise((resolve) => setImmediate(resolve))
    while (ended.length > 0) {
      const together = ended
      ended = []
      await settle(together)
      for (const { job } of together) active.delete(job)
      wake()
    }
    isSettling = false
  }

  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()
  wake()

  return {
    wake,
    /** What runs now, or has ended and is being written down. */
    active: (): readonly Job<Data>[] => [...active],
    /** Takes nothing more; resolves when what runs has ended and is written down. */
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      while (active.size > 0) await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS))
    },
  }
}
