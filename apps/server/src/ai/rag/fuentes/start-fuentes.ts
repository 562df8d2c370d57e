import {
  AppError,
  ErrorInterno,
  LimiteSuperado,
  type Limits,
  type Llamadas,
  NoEncontrado,
} from '@div/contract'
import type { Red } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../../db/tables.ts'
import { explainFailure } from '../../../motor/explain-failure.ts'
import {
  endFuente,
  type FuenteTomada,
  giveBackFuente,
  listValidadores,
  storeLectura,
  takeFuente,
} from './fuentes-repository.ts'
import type { LecturaDeFuente } from './plan-fuente.ts'
import { readConsulta } from './read-consulta.ts'
import { readWeb } from './read-web.ts'

/** How often sources are looked for that are due. */
const LOOK_EVERY_MS = 5_000
/** Of what could not be read, so many are told of. */
const MAX_FALLOS = 5
/** Whoever reads one ends it within its time; somebody else takes it so long after that. */
const GRACE_MS = 60_000

export interface FuentesDeps {
  db: Kysely<Database>
  limits: Limits
  /** Those that know what was saved a moment ago. */
  llamadas(): Promise<Pick<Llamadas, 'prepare'>>
  createRed(options: { permitirRedPrivada: boolean }): Pick<Red, 'openHttp'>
  log: Pick<Logger, 'warn'>
  /** There are documents to be read. */
  onDocumentos(): void
}

export interface Fuentes {
  /** There is one to read. */
  wake(): void
  /** Takes nothing more, and gives back what is under way. */
  stop(): Promise<void>
}

/** Reads the sources that are due, one at a time, whichever process comes first. */
export function startFuentes(deps: FuentesDeps): Fuentes {
  const { db, limits, log, onDocumentos } = deps
  const stopping = new AbortController()
  let under: Promise<void> | null = null
  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()

  function wake(): void {
    if (stopping.signal.aborted) return
    under ??= readAll().finally(() => {
      under = null
    })
  }

  async function readAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const fuente = await takeFuente(db, limits.ragFuenteMs + GRACE_MS)
        if (!fuente) return
        await read(fuente)
      }
    } catch (error) {
      // Our own database: the next look finds what stands then.
      log.warn({ err: error }, 'sources of RAG not read')
    }
  }

  async function read(fuente: FuenteTomada): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(limits.ragFuenteMs)])
    try {
      const { fallos, ...lectura } = await readOrigen(fuente, deps, signal)
      const maximo = limits.ragDocumentos
      await storeLectura(db, fuente, lectura, {
        error: describeFallos(fallos),
        maximo,
        refuse: () => new LimiteSuperado({ limite: 'ragDocumentos', maximo }),
      })
      onDocumentos()
    } catch (error) {
      if (stopping.signal.aborted) await giveBackFuente(db, fuente)
      else await endFuente(db, fuente, { error: explain(fuente, error), cuentas: null })
    }
  }

  /** What is nobody's to know stands in the log. */
  function explain({ nombre }: FuenteTomada, error: unknown): string {
    if (error instanceof AppError) return explainFailure(error)
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return `Leerla tarda más de ${Math.round(limits.ragFuenteMs / 1_000)} segundos.`
    log.warn({ err: error, fuente: nombre }, 'source of RAG not read')
    return explainFailure(new ErrorInterno())
  }

  wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await under
    },
  }
}

async function readOrigen(
  { id, nombre, origen }: FuenteTomada,
  { db, limits, llamadas, createRed }: FuentesDeps,
  signal: AbortSignal,
): Promise<LecturaDeFuente & { fallos: readonly string[] }> {
  if (origen.tipo === 'web') {
    const red = createRed({ permitirRedPrivada: origen.permitirRedPrivada })
    return readWeb(origen, { red, limits, validadores: await listValidadores(db, id), signal })
  }
  const servidor = await db
    .selectFrom('servidores')
    .select('tipoServidor')
    .where('id', '=', origen.servidorId)
    .executeTakeFirst()
  if (!servidor) throw new NoEncontrado({ recurso: 'el servidor', id: origen.servidorId })
  const { tipoServidor } = servidor
  const lectura = await readConsulta(origen, {
    llamadas: await llamadas(),
    tipoServidor,
    nombre,
    limits,
    signal,
  })
  return { ...lectura, fallos: [] }
}

function describeFallos(fallos: readonly string[]): string | null {
  if (fallos.length === 0) return null
  const more = fallos.length - MAX_FALLOS
  return [...fallos.slice(0, MAX_FALLOS), ...(more > 0 ? [`Y ${more} más.`] : [])].join(' ')
}
