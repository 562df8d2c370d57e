import { AppError, type ErrorDeNodo, ErrorInterno, statusOf } from '@div/contract'

/** An error of a call as its caller sees it (RFC 9457). */
export interface Problem {
  status: number
  body: string
  retrySeconds: number | null
}

/** What a caller from outside may know of a failure inside a run: whose fault it is, and where the administrator finds the rest. */
const RUN_FAILURES: Readonly<Record<number, string>> = {
  500: 'La operación falló. Quien administra el canal puede ver la causa con el número de ejecución.',
  502: 'Un sistema del que depende esta operación falló. Reintente más tarde.',
  503: 'Un sistema del que depende esta operación no está disponible ahora. Reintente en unos segundos.',
  504: 'La operación no terminó a tiempo.',
}

const RETRY_SECONDS = 1

/** The problem of anything that was thrown before a run existed. What is not for a person becomes *Error interno*. */
export function problemOf(thrown: unknown): Problem {
  const error = thrown instanceof AppError ? thrown : new ErrorInterno(undefined, { cause: thrown })
  const { status, codigo, message, errores, extra } = error
  const seconds = extra.reintentarEnSegundos
  return {
    status,
    retrySeconds: typeof seconds === 'number' ? seconds : status === 503 ? RETRY_SECONDS : null,
    body: write({ title: TITLES[status] ?? 'Error', status, detail: message, codigo, errores, ...extra }),
  }
}

/** The problem of a run that failed. Only who must act passes through: never a statement, a host or a stack. */
export function problemOfRun(error: ErrorDeNodo, idEjecucion: string): Problem {
  const known = statusOf(error.codigo)
  const status = known === 502 || known === 503 || known === 504 ? known : 500
  return {
    status,
    retrySeconds: status === 503 ? RETRY_SECONDS : null,
    body: write({
      title: TITLES[status] ?? 'Error',
      status,
      detail: RUN_FAILURES[status],
      codigo: error.codigo,
      errores: [],
      idEjecucion,
    }),
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Petición incorrecta',
  401: 'Falta identificarse',
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
  500: 'Error interno',
  502: 'Falló un sistema externo',
  503: 'No disponible por ahora',
  504: 'Tiempo agotado',
}

function write(problem: Record<string, unknown>): string {
  return JSON.stringify({ type: 'about:blank', ...problem })
}
