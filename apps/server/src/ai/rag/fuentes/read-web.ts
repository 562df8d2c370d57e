import { createHash } from 'node:crypto'
import { AppError, type FuenteDeRag, type Limits, lookUp, type TipoDeDocumento } from '@div/contract'
import type { HttpClient, HttpResponse, Red } from '@div/servidores'
import { explainFailure } from '../../../motor/explain-failure.ts'
import type { Encontrado, LecturaDeFuente, Validadores } from './plan-fuente.ts'

/** What of the web is read, by the type that it says it is (security rule 1). */
const TIPOS: Readonly<Record<string, TipoDeDocumento>> = {
  'text/html': 'html',
  'text/markdown': 'markdown',
  'text/plain': 'texto',
  'application/pdf': 'pdf',
}
const ACCEPT = Object.keys(TIPOS).join(', ')
/** What another side may be silent. */
const SILENT_MS = 30_000
/** What one page may take in all: one that comes drop by drop keeps the others waiting. */
const PAGE_MS = 60_000
const GONE = new Set([404, 410])
/** Longer names are of no use in a list. */
const MAX_NOMBRE = 200

type Web = Extract<FuenteDeRag['origen'], { tipo: 'web' }>

export interface LecturaDeWeb extends LecturaDeFuente {
  /** What could not be read, each with why. */
  fallos: string[]
}

interface WebDeps {
  red: Pick<Red, 'openHttp'>
  limits: Pick<Limits, 'ragDocumentoBytes' | 'ragFuenteBytes' | 'ragFuenteMs'>
  /** Of the pages that were read before. */
  validadores: ReadonlyMap<string, Validadores>
  signal: AbortSignal
}

/**
 * One page after the other, through the guarded network: nobody else's server is asked for many at once. Those for which time or room runs
 * out stay as they were; those that were read before count, and the next reading asks only whether they changed.
 */
export async function readWeb({ direcciones }: Web, deps: WebDeps): Promise<LecturaDeWeb> {
  const client = deps.red.openHttp({ maxSockets: 1, maximoBytes: deps.limits.ragDocumentoBytes })
  const encontrados: Encontrado[] = []
  const presentes: string[] = []
  const fallos: string[] = []
  const pending = [...new Set(direcciones)]
  const leave = (from: number, motivo: string) => {
    const rest = pending.slice(from)
    presentes.push(...rest)
    fallos.push(`${motivo}: ${describeLeft(rest.length)} sin leer.`)
  }
  const { ragFuenteMs, ragFuenteBytes } = deps.limits
  let bytes = 0
  try {
    for (const [index, direccion] of pending.entries()) {
      try {
        deps.signal.throwIfAborted()
        const answer = await ask(client, direccion, deps)
        const read = readAnswer(direccion, answer)
        if (read === 'igual') presentes.push(direccion)
        else if (read !== 'ausente') {
          bytes += read.bytes.length
          if (bytes > ragFuenteBytes) {
            leave(index, `Las páginas suman más de ${ragFuenteBytes} bytes`)
            break
          }
          encontrados.push(read)
        }
      } catch (error) {
        if (isOutOfTime(deps.signal)) {
          leave(index, `Leerlas tarda más de ${Math.round(ragFuenteMs / 1_000)} segundos`)
          break
        }
        if (deps.signal.aborted || !(error instanceof AppError)) throw error
        // What was read of it before stays: it may be out of reach for a while only.
        presentes.push(direccion)
        fallos.push(`${direccion}: ${explainFailure(error)}`)
      }
    }
  } finally {
    await client.close()
  }
  return { encontrados, presentes, fallos }
}

const describeLeft = (count: number) => (count === 1 ? 'queda 1 dirección' : `quedan ${count} direcciones`)

/** Whoever stops is told otherwise. */
function isOutOfTime({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}

async function ask(
  client: HttpClient,
  direccion: string,
  { validadores, signal }: WebDeps,
): Promise<HttpResponse> {
  const { origin, pathname, search } = new URL(direccion)
  const { etag, modificado } = validadores.get(direccion) ?? {}
  const slow = new AbortController()
  const timer = setTimeout(
    () => slow.abort(unread(`tarda más de ${PAGE_MS / 1_000} segundos en llegar`)),
    PAGE_MS,
  )
  try {
    return await client.request({
      origin,
      path: `${pathname}${search}`,
      method: 'GET',
      headers: {
        accept: ACCEPT,
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(modificado !== undefined && { 'if-modified-since': modificado }),
      },
      signal: AbortSignal.any([signal, slow.signal]),
      tiempoMaximoMs: SILENT_MS,
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Throws an AppError for what is not read. */
function readAnswer(
  direccion: string,
  { status, headers, body }: HttpResponse,
): Encontrado | 'igual' | 'ausente' {
  if (status === 304) return 'igual'
  if (GONE.has(status)) return 'ausente'
  if (status !== 200) throw unread(`respondió ${status}`)
  const headerOf = (name: string) => {
    const value = lookUp(headers, name)
    return Array.isArray(value) ? value[0] : value
  }
  const medio = (headerOf('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const tipo = lookUp(TIPOS, medio)
  if (tipo === undefined) throw unread(`es de un tipo que no se lee (${medio || 'sin tipo'})`)
  const [etag, modificado] = [headerOf('etag'), headerOf('last-modified')]
  return {
    clave: direccion,
    nombre: direccion.slice(0, MAX_NOMBRE),
    tipo,
    bytes: body,
    huella: createHash('sha256').update(tipo).update(body).digest(),
    validadores: { ...(etag !== undefined && { etag }), ...(modificado !== undefined && { modificado }) },
  }
}

function unread(motivo: string): AppError {
  return new AppError({ codigo: 'PAGINA_ILEGIBLE', status: 422, message: motivo })
}
