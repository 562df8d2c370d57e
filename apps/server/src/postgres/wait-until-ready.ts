import type { AppError } from '@div/contract'
import { lookUp } from '@div/contract'
import pg from 'pg'

const READY_WAIT_MS = 30_000
/** Another server at our port turns us away as well, until ours gives up because of it. */
const REFUSED_WAIT_MS = 2_000
const LOOK_EVERY_MS = 20

type Answer = 'ready' | 'recovering' | 'refused' | 'silent'
/** PostgreSQL's codes (Appendix A of its manual). */
const ANSWERS: Readonly<Record<string, Answer>> = { '57P03': 'recovering', '28P01': 'refused' }

/** Waits as long as it replays its log after a crash: that ends by itself, and cutting it off would begin it again. */
export async function waitUntilReady(options: {
  url: string
  /** Settles when the program ends. */
  ended: Promise<AppError>
  explain(otherwise: string): AppError
}): Promise<void> {
  const { url, ended, explain } = options
  let deadline = performance.now() + READY_WAIT_MS
  for (;;) {
    const answer = await Promise.race([ask(url), ended])
    if (answer === 'ready') return
    if (answer instanceof Error) throw answer
    if (answer === 'recovering') deadline = performance.now() + READY_WAIT_MS
    if (answer === 'refused') deadline = Math.min(deadline, performance.now() + REFUSED_WAIT_MS)
    if (performance.now() > deadline) {
      throw explain(`PostgreSQL no aceptó conexiones en ${READY_WAIT_MS / 1_000} s`)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, ssl: false })
  // A client that is cut off while it connects reports here as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return 'ready'
  } catch (error) {
    // Not yet: it is asked again until the deadline.
    return (error instanceof Error && 'code' in error && lookUp(ANSWERS, String(error.code))) || 'silent'
  }
}
