import { AppError, ErrorInterno } from '@div/contract'

/** An error as whoever asked sees it (RFC 9457). */
export interface Problem {
  status: number
  /** JSON, of the media type PROBLEM_TYPE. */
  body: string
  /** The value of Retry-After; null when there is nothing to say. */
  retrySeconds: number | null
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** What a 503 says when nothing better is known. */
export const RETRY_SECONDS = 1

const TITLES: Readonly<Record<number, string>> = {
  400: 'Petición incorrecta',
  401: 'Falta identificarse',
  402: 'Presupuesto agotado',
  403: 'Acceso denegado',
  404: 'No encontrado',
  405: 'Método no permitido',
  406: 'Tipo de respuesta no ofrecido',
  408: 'La petición tardó demasiado',
  409: 'Conflicto',
  413: 'Cuerpo demasiado grande',
  414: 'Dirección demasiado larga',
  415: 'Tipo de contenido no admitido',
  422: 'Datos que corregir',
  429: 'Demasiadas peticiones',
  431: 'Cabeceras demasiado grandes',
  499: 'Petición abandonada',
  500: 'Error interno',
  502: 'Falló un sistema externo',
  503: 'No disponible por ahora',
  504: 'Tiempo agotado',
  507: 'Sin espacio',
}

/** The problem of anything that was thrown, with more members if given. What is not for a person becomes *Error interno*. */
export function problemOf(thrown: unknown, more: Readonly<Record<string, unknown>> = {}): Problem {
  const error = thrown instanceof AppError ? thrown : new ErrorInterno(undefined, { cause: thrown })
  const { status, codigo, message, errores, extra } = error
  const seconds = extra.reintentarEnSegundos
  return {
    status,
    retrySeconds: typeof seconds === 'number' ? seconds : status === 503 ? RETRY_SECONDS : null,
    body: writeProblem({ status, detail: message, codigo, errores, ...extra, ...more }),
  }
}

/** The document of a problem, with the Spanish title of its status. */
export function writeProblem(problem: { status: number } & Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ type: 'about:blank', title: TITLES[problem.status] ?? 'Error', ...problem })
}
