const FIRST_MS = 200
const LONGEST_MS = 30_000
/** A process that lived so long was sound: its end starts the count again. */
const SOUND_MS = 60_000

/** How often in a row a process ended soon after its start, counting this end. */
export function countFailures(failures: number, livedMs: number): number {
  return livedMs >= SOUND_MS ? 1 : failures + 1
}

/** 200 ms after the first end, twice as long after each further one, 30 s at most. */
export function restartDelay(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS)
}
