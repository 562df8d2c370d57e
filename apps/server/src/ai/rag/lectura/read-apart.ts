import { fork } from 'node:child_process'
import { AppError, ArchivoIlegible, type Limits, type TipoDeDocumento } from '@div/contract'
import type { Noticia, PorLeer } from './lectura-protocol.ts'

/** The bundle has the worker beside itself under the same name. */
const WORKER = new URL(
  `./documento-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
)
/** Of what it makes of the document, beside the document itself. */
const MEMORY_MB = 768

export interface Lectura {
  limits: Limits
  signal: AbortSignal
  onAvance(hecho: number, total: number | null): void
}

/** The text of a document, read by a process that ends with it. Throws ArchivoIlegible, or the reason of the signal. */
export async function readApart(
  { tipo, archivo }: { tipo: TipoDeDocumento; archivo: Uint8Array },
  { limits, signal, onAvance }: Lectura,
): Promise<string> {
  signal.throwIfAborted()
  const child = fork(WORKER, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    // Nothing of the product's settings, which hold its secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const abort = () => reject(signal.reason)
  const segundos = Math.round(limits.ragLecturaMs / 1_000)
  const timer = setTimeout(() => {
    reject(new ArchivoIlegible({ motivo: `leerlo tarda más de ${segundos} segundos` }))
  }, limits.ragLecturaMs)
  signal.addEventListener('abort', abort, { once: true })
  child.on('message', (noticia: Noticia) => {
    if ('texto' in noticia) resolve(noticia.texto)
    else if ('motivo' in noticia) reject(refusalOf(noticia.motivo))
    else onAvance(noticia.hecho, noticia.total)
  })
  child.on('error', reject)
  child.on('exit', () =>
    reject(new ArchivoIlegible({ motivo: 'necesita más memoria de la que hay para leerlo' })),
  )
  const { ragDocumentoBytes, ragDesempaquetadoBytes, ragCaracteres } = limits
  const porLeer: PorLeer = {
    tipo,
    archivo,
    limits: { ragDocumentoBytes, ragDesempaquetadoBytes, ragCaracteres },
  }
  child.send(porLeer, (error) => error && reject(error))
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  })
}

/** Whoever reads it says why in a sentence; it says nothing where that is nobody's to know. */
function refusalOf(motivo: string): AppError {
  if (motivo === '')
    return new ArchivoIlegible({ motivo: 'no es del tipo que dice su nombre, o está dañado' })
  return new AppError({ codigo: 'ARCHIVO_ILEGIBLE', status: 422, message: motivo })
}
