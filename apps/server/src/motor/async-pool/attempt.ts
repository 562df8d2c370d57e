import type { Job } from 'pg-boss'

/** What pg-boss answers beside what its types say: the ids that were changed. */
export interface Settled {
  settled?: readonly string[]
}

/** An entry of the queue as one worker has it; what comes of an older attempt changes nothing. */
export function attemptOf({ id, retryCount }: Job<unknown>) {
  return { id, retryCount }
}
