import type { ErrorDeCampo } from '@div/contract'

/** What the API refused (RFC 9457), as its sentence in Spanish. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly codigo: string
  readonly errores: readonly ErrorDeCampo[]
  /** The whole answer: a 409 brings `actual` and `enviado`, or `usos`. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    super(textOf(problem.detail) ?? textOf(problem.title) ?? `El servidor respondió ${status}.`)
    this.status = status
    this.codigo = textOf(problem.codigo) ?? ''
    this.errores = Array.isArray(problem.errores) ? problem.errores : []
    this.problem = problem
  }
}

/** Nobody answered. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'

  constructor(options?: ErrorOptions) {
    super('Error de conexión', options)
  }
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** With each field that is wrong, where no form shows it. */
export function describeRefusal(error: unknown): string {
  const errores = error instanceof ApiError ? error.errores : []
  return [describeError(error), ...errores.map(({ campo, mensaje }) => `${campo}: ${mensaje}`)].join(' ')
}

/** With what is to be done about it, where nobody sees the fields that it stands at. */
export function explainError(error: unknown): string {
  const errores = error instanceof ApiError ? error.errores : []
  return [...new Set([describeError(error), ...errores.map(({ mensaje }) => mensaje)])].join(' ')
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
