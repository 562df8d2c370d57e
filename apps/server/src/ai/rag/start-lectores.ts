import { AppError, ArchivoIlegible, ErrorInterno } from '@div/contract'
import type { Logger } from 'pino'
import { explainFailure } from '../../motor/explain-failure.ts'
import type { RagDeps } from './buscar.ts'
import { endDocumento, giveBackDocumento, type Tomado, takeDocumento } from './documentos-repository.ts'
import { createIncrustador } from './embed-textos.ts'
import { indexDocumento, YaNoEsSuyo } from './index-documento.ts'

/** How often documents are looked for that somebody else has left. */
const LOOK_EVERY_MS = 5_000
/** A document at which so many processes died is not tried again. */
const MAX_INTENTOS = 3

export interface Lectores {
  /** There is something to read. */
  wake(): void
  /** Takes nothing more, and gives back what is under way. */
  stop(): Promise<void>
}

/** Reads the documents that wait for it, some at a time, whichever process comes first. */
export function startLectores({
  db,
  limits,
  llamadas,
  log,
}: RagDeps & { log: Pick<Logger, 'warn'> }): Lectores {
  const embedTextos = createIncrustador({ db, llamadas })
  const under = new Set<Promise<void>>()
  const stopping = new AbortController()
  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()

  function wake(): void {
    while (!stopping.signal.aborted && under.size < limits.ragLecturas) {
      const reading = readAll().finally(() => under.delete(reading))
      under.add(reading)
    }
  }

  async function readAll(): Promise<void> {
    try {
      for (;;) {
        const tomado = stopping.signal.aborted ? undefined : await takeDocumento(db)
        if (!tomado) return
        await read(tomado)
      }
    } catch (error) {
      // Our own database: the next look finds what stands then.
      log.warn({ err: error }, 'documents of RAG not read')
    }
  }

  async function read(tomado: Tomado): Promise<void> {
    try {
      if (tomado.intentos > MAX_INTENTOS)
        throw new ArchivoIlegible({ motivo: 'quien lo lee no llega al final' })
      await indexDocumento(tomado, { db, limits, embedTextos, stopping: stopping.signal })
    } catch (error) {
      if (error instanceof YaNoEsSuyo) return
      if (stopping.signal.aborted) await giveBackDocumento(db, tomado)
      else await endDocumento(db, tomado, { estado: 'error', error: explainTo(tomado, error) })
    }
  }

  /** What is nobody's to know stands in the log. */
  function explainTo({ nombre }: Tomado, error: unknown): string {
    if (error instanceof AppError) return explainFailure(error)
    log.warn({ err: error, documento: nombre }, 'document of RAG not read')
    return explainFailure(new ErrorInterno())
  }

  wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await Promise.all(under)
    },
  }
}
