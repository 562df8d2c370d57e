import { callApi } from './api-client.ts'

/** Who has not come for it by then gets it anew. */
const KEPT_MS = 10_000

const reading = new Map<string, Promise<unknown>>()

/** Asks for what a screen will show while its files still come. */
export function readAhead(path: string): void {
  const answer = callApi('GET', path)
  reading.set(path, answer)
  // Whoever takes it hears of it.
  answer.catch(() => undefined)
  setTimeout(() => reading.delete(path), KEPT_MS)
}

/** What was asked for ahead, once; undefined: nothing was. */
export function takeAhead<Answer>(path: string): Promise<Answer> | undefined {
  const answer = reading.get(path)
  reading.delete(path)
  // As with `callApi`, answers are taken at their routes' word.
  return answer as Promise<Answer> | undefined
}
