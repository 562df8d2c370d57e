/** What was to be measured and was not. */
export interface Failure {
  nombre: string
  motivo: string
}

/** Measures one thing; null: nobody wants it, or it failed, and the others go on. */
export type Attempt = <Result>(
  nombre: string,
  measure: () => Promise<Result> | Result,
) => Promise<Result | null>

/** Of one run: a workload that fails, or takes for ever, loses no figures but its own. */
export function createAttempts({
  isWanted,
  atMostMs,
  say,
  onFailure,
}: {
  isWanted(nombre: string): boolean
  atMostMs: number
  say(text: string): void
  /** Does away with what it may have left behind, or broken. */
  onFailure(): Promise<void>
}): { attempt: Attempt; failures: readonly Failure[] } {
  const failures: Failure[] = []
  return {
    failures,
    async attempt(nombre, measure) {
      if (!isWanted(nombre)) return null
      try {
        return await within(atMostMs, measure)
      } catch (error) {
        const motivo = error instanceof Error ? error.message : String(error)
        failures.push({ nombre, motivo })
        say(`${nombre} failed: ${motivo}`)
        await onFailure()
        return null
      }
    },
  }
}

async function within<Result>(ms: number, measure: () => Promise<Result> | Result): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`it took more than ${ms / 60_000} minutes`)), ms)
  try {
    return await Promise.race([measure(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
