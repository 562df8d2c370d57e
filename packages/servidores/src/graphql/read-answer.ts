import {
  type AppError,
  isPlainObject,
  LimiteSuperado,
  type Limits,
  readExactJson,
  ServidorRechaza,
} from '@div/contract'
import type { HttpResponse } from '../define-servidor.ts'
import { isTransient } from '../http/is-transient.ts'
import { quoteWords } from '../sql/failure.ts'

/** What the run gets of an answer. */
export interface RespuestaGraphql {
  datos: unknown
  /** What the service could not tell, where that is not a failure of the node. */
  errores: FalloGraphql[]
  extensiones?: unknown
}

/** One entry of `errors` (GraphQL, 7.1.2). */
interface FalloGraphql {
  mensaje: string
  /** Of the field that failed: `clientes[0].nombre`. Empty: the whole operation. */
  ruta: string
  /** As many services say it in `extensions.code`. */
  codigo: string | null
}

const EXCERPT_CHARS = 1_000
const MAX_FALLOS = 50

/** Throws ServidorRechaza with what the service said, and with the data that came beside it. */
export function readAnswer(
  { status, body }: HttpResponse,
  {
    servidor,
    tolerante,
    limits,
  }: { servidor: string; tolerante: boolean; limits: Pick<Limits, 'profundidad'> },
): RespuestaGraphql {
  const answer = parseJson(body, limits)
  if (!isPlainObject(answer) || !('data' in answer || Array.isArray(answer.errors)))
    throw noAnswer(servidor, status, body)
  const { data: datos = null, errors, extensions } = answer
  const errores = Array.isArray(errors) ? errors.slice(0, MAX_FALLOS).map(readFallo) : []
  const [first] = errores
  // What has no data at all failed, however much a node bears.
  if (first && !(tolerante && datos !== null)) {
    throw new ServidorRechaza(
      { servidor, motivo: describeFallo(first, errores.length - 1) },
      { extra: { estado: status, fallos: errores, datos, reintentable: isTransient(status) } },
    )
  }
  if (status < 200 || status > 299) throw noAnswer(servidor, status, body)
  return { datos, errores, ...(extensions !== undefined && { extensiones: extensions }) }
}

function describeFallo({ mensaje, ruta }: FalloGraphql, others: number): string {
  const where = ruta === '' ? '' : ` en «${ruta}»`
  const more = others === 0 ? '' : ` (y ${others} más)`
  return `dijo ${quoteWords(mensaje)}${where}${more}`
}

function noAnswer(servidor: string, status: number, body: Buffer): AppError {
  const isRight = status >= 200 && status <= 299
  const motivo = isRight ? 'su respuesta no es de GraphQL' : `contestó ${status}`
  return new ServidorRechaza(
    { servidor, motivo },
    {
      extra: {
        estado: status,
        cuerpo: body.toString('utf8', 0, EXCERPT_CHARS),
        reintentable: isTransient(status),
      },
    },
  )
}

function parseJson(body: Buffer, limits: Pick<Limits, 'profundidad'>): unknown {
  try {
    return readExactJson(body.toString('utf8'), limits)
  } catch (cause) {
    if (cause instanceof LimiteSuperado) throw cause
    // Pages of proxies in between: the status says what they mean.
    return null
  }
}

function readFallo(error: unknown): FalloGraphql {
  if (!isPlainObject(error)) return { mensaje: 'sin mensaje', ruta: '', codigo: null }
  const { message, path, extensions } = error
  const codigo = isPlainObject(extensions) ? extensions.code : null
  return {
    mensaje: typeof message === 'string' ? message : 'sin mensaje',
    ruta: Array.isArray(path) ? writeRuta(path) : '',
    codigo: typeof codigo === 'string' ? codigo : null,
  }
}

function writeRuta(path: readonly unknown[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}
