/** What a caller is told. */
export interface Told {
  status: number
  codigo: string
  /** The sentence for whoever calls. */
  detalle: string
  /** Seconds after which to try again; null: nothing is said of it. */
  retryAfter: number | null
  /** Of the answer. */
  characters: number
  ms: number
}

export interface Watch {
  /** How those fared that depend on nothing broken. */
  seen: { calls: number; refused: Told[]; slowestMs: number }
  stop(): Promise<void>
}

/** One call as the outside makes it. */
export async function ask(url: string, init: RequestInit = {}): Promise<Told> {
  const began = performance.now()
  const answer = await fetch(url, init)
  const text = await answer.text()
  const retryAfter = answer.headers.get('retry-after')
  return {
    status: answer.status,
    ...(answer.ok ? NO_PROBLEM : readProblem(text)),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    characters: text.length,
    ms: performance.now() - began,
  }
}

const NO_PROBLEM = { codigo: '', detalle: '' }

function readProblem(problem: string): Pick<Told, 'codigo' | 'detalle'> {
  const { codigo, detail }: Record<string, unknown> = JSON.parse(problem)
  return { codigo: String(codigo), detalle: String(detail) }
}

/** As `ask`; a connection that was cut is told as 0. */
export async function tryAsk(url: string): Promise<Told> {
  return ask(url).catch(() => ({ ...NO_PROBLEM, status: 0, retryAfter: null, characters: 0, ms: 0 }))
}

/** Two callers, one call after another. */
export function watchCalls(url: string): Watch {
  let isOver = false
  const seen: Watch['seen'] = { calls: 0, refused: [], slowestMs: 0 }
  async function goOn() {
    while (!isOver) {
      const told = await tryAsk(url)
      seen.calls++
      if (told.status !== 200) seen.refused.push(told)
      seen.slowestMs = Math.max(seen.slowestMs, told.ms)
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
