export interface PumpDeps<Job, Outcome> {
  /** How many may be under way at the same time, now. */
  most(): number
  fetch(count: number): Promise<Job[]>
  /** Of what was fetched while it was being stopped nothing is begun: others may have it at once. */
  giveBack(jobs: readonly Job[]): Promise<void>
  /** Never rejects. */
  run(job: Job): Promise<Outcome>
  /** Ends these runs for good; those that another worker has by now are left to it. Never rejects. */
  settle(ended: readonly Ended<Job, Outcome>[]): Promise<void>
  onError(error: unknown): void
  /** Also when nobody says that something waits: a notification may be lost with its connection. */
  lookEveryMs?: number
}

interface Ended<Job, Outcome> {
  job: Job
  outcome: Outcome
}

const LOOK_EVERY_MS = 1_000
const MAX_FETCHED = 100
const DRAIN_POLL_MS = 20

/** Takes from the queue what there is room for, runs it, and writes down together what ended while the last writing was under way. */
export function startPump<Job, Outcome>({
  most,
  fetch,
  giveBack,
  run,
  settle,
  onError,
  lookEveryMs = LOOK_EVERY_MS,
}: PumpDeps<Job, Outcome>) {
  const active = new Set<Job>()
  /** Of those that have ended and are not written down: when they did. */
  const endedAt = new Map<Job, number>()
  let ended: Ended<Job, Outcome>[] = []
  let isSettling = false
  let isStopped = false
  let isFetching = false
  let fetching: Promise<void> = Promise.resolve()
  /** Something may have come since the last look. */
  let isAsked = true

  /** What has ended leaves its place to the next while it is written down, half of the places at most: that may take long. */
  function countRoom(): number {
    const places = most()
    const left = Math.min(endedAt.size, Math.floor(places / 2))
    return Math.min(places - active.size + left, MAX_FETCHED)
  }

  async function fetchAll(): Promise<void> {
    isFetching = true
    while (isAsked && !isStopped) {
      const room = countRoom()
      if (room <= 0) break
      isAsked = false
      try {
        const jobs = await fetch(room)
        if (isStopped) {
          if (jobs.length > 0) await giveBack(jobs)
          break
        }
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
    goOn()
  }

  function goOn(): void {
    if (isAsked && !isFetching) fetching = fetchAll()
  }

  function begin(job: Job): void {
    active.add(job)
    void run(job).then((outcome) => {
      ended.push({ job, outcome })
      endedAt.set(job, performance.now())
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
      goOn()
      await settle(together)
      for (const { job } of together) {
        active.delete(job)
        endedAt.delete(job)
      }
      wake()
    }
    isSettling = false
  }

  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  wake()

  return {
    wake,
    /** What runs now, or has ended and is being written down. */
    active: (): readonly Job[] => [...active],
    /** The same without what has ended and could not be written down for so long. */
    progressing(ms: number): readonly Job[] {
      const since = performance.now() - ms
      return [...active].filter((job) => (endedAt.get(job) ?? Number.POSITIVE_INFINITY) > since)
    },
    /** Takes nothing more; resolves when what runs has ended and is written down. */
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await fetching
      while (active.size > 0) await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS))
    },
  }
}
