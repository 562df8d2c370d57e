/** Statuses that may go better by themselves. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status === 502 || status === 503 || status === 504
}
