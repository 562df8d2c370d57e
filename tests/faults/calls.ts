/** What a caller is told. */
export interface Told {
  status: number
  codigo: string
  /** Seconds after which to try again; null: nothing is said of it. */
  retryAfter: number | null
  ms: number
}

export interface Watch {
  /** How those fared that depend on nothing broken. */
  seen: { calls: number; refused: number; slowestMs: number }
  stop(): Promise<void>
}

/** One call as the outside makes it. */
export async function ask(url: string): Promise<Told> {
  const began = performance.now()
  const answer = await fetch(url)
  const text = await answer.text()
  const retryAfter = answer.headers.get('retry-after')
  return {
    status: answer.status,
    codigo: answer.ok ? '' : readCodigo(text),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    ms: performance.now() - began,
  }
}

function readCodigo(problem: string): string {
  const { codigo }: Record<string, unknown> = JSON.parse(problem)
  return String(codigo)
}

/** Two callers, one call after another. */
export function watchCalls(url: string): Watch {
  let isOver = false
  const seen = { calls: 0, refused: 0, slowestMs: 0 }
  async function goOn() {
    while (!isOver) {
      // A connection that breaks is a call that was not answered.
      const { status, ms } = await ask(url).catch(() => ({ status: 0, ms: 0 }))
      seen.calls++
      if (status !== 200) seen.refused++
      seen.slowestMs = Math.max(seen.slowestMs, ms)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const callers = [goOn(), goOn()]
  return {
    seen,
    async stop() {
      isOver = true
      await Promise.all(callers)
    },
  }
}

/** How many of each answer there were: `200`, `502 SERVIDOR_NO_RESPONDE`. */
export function countAnswers(told: readonly Told[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, codigo } of told) {
    const answer = codigo === '' ? String(status) : `${status} ${codigo}`
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}
