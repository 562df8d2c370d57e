/** The states of a run (contract). */
export const ESTADOS_EJECUCION = ['en_cola', 'ejecutando', 'ok', 'error', 'cancelada'] as const
export type EstadoEjecucion = (typeof ESTADOS_EJECUCION)[number]

/** The outcome of one node: exactly one of these (flow.md, Meaning 3). */
export type EstadoNodo = 'ok' | 'error' | 'omitido' | 'cancelado'

/** What leaves by an error handle and what a failed run shows. */
export interface ErrorDeNodo {
  codigo: string
  mensaje: string
  /** Id of the node that failed; null when the run failed outside any node. */
  nodo: string | null
  detalle?: unknown
}

/** The span of one node in one run. Nodes inside a splitter's region have one span per item, told apart by `iteracion`. */
export interface Paso {
  nodo: string
  estado: EstadoNodo
  /** Epoch milliseconds. */
  inicio: number
  duracionMs: number
  /** Index of the item in each region that encloses the node, outermost first; absent outside regions. */
  iteracion?: readonly number[]
  entrada?: unknown
  salida?: unknown
  error?: ErrorDeNodo
  /** Attempts made; 1 when the first succeeded. */
  intentos: number
  /** The handle it left by, when not the normal one. */
  rama?: string
  /** A `continuar` that hid this error. */
  aviso?: string
}

/** What a reached salida yields. */
export interface Respuesta {
  estadoHttp: number
  cabeceras: Readonly<Record<string, string>>
  tipoContenido: string | null
  cuerpo: unknown
}
