/** One finding about one field of what a person sent. `campo` is a path such as `config.host` or `parametros[2].nombre`. */
export interface ErrorDeCampo {
  campo: string
  mensaje: string
}

/**
 * A failure that is for a person: a code, a status and the exact Spanish sentence. Anything else that is thrown is a bug of ours.
 * The status says who must act: 4xx the user, 502 and 504 the other system, 500 us.
 */
export class AppError extends Error {
  readonly codigo: string
  readonly status: number
  readonly errores: readonly ErrorDeCampo[]
  /** Further members of the problem document (RFC 9457, 3.2): `usos`, `actual`, `reintentarEnSegundos` … */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    definition: { codigo: string; status: number; message: string },
    options: { cause?: unknown; errores?: readonly ErrorDeCampo[]; extra?: Record<string, unknown> } = {},
  ) {
    super(definition.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = definition.codigo
    this.codigo = definition.codigo
    this.status = definition.status
    this.errores = options.errores ?? []
    this.extra = options.extra ?? {}
  }

  /** The same failure, told with more. */
  with(extra: Readonly<Record<string, unknown>>): this {
    Object.assign(this.extra, extra)
    return this
  }
}

type ErrorOptions = ConstructorParameters<typeof AppError>[1]

const STATUS_BY_CODIGO = new Map<string, number>()

/** The status of a row of the table: of an error that is only known by its code, such as that of a failed run. */
export function statusOf(codigo: string): number | undefined {
  return STATUS_BY_CODIGO.get(codigo)
}

/** Declares one row of the table. The class is called with the values of its sentence, then with cause and fields. */
export function createError<Values = void>(
  codigo: string,
  status: number,
  sentence: (values: Values) => string,
) {
  STATUS_BY_CODIGO.set(codigo, status)
  return class extends AppError {
    static readonly codigo = codigo
    static readonly status = status
    constructor(values: Values, options?: ErrorOptions) {
      super({ codigo, status, message: sentence(values) }, options)
    }
  }
}

/** `1 error`, `3 errores` */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `el parámetro` → `del parámetro` */
export function withDe(recurso: string): string {
  return `de ${recurso}`.replace(/^de el /, 'del ')
}
