/** What the connections of the databases are asked, and what they answer. */

export type Fila = Record<string, unknown>
export type Parametros = Readonly<Record<string, unknown>>

export interface Lectura {
  filas: Fila[]
  /** How many rows were read. */
  total: number
}

export interface OpcionesDeLectura {
  maxFilas: number
  /** The database must refuse what writes. */
  soloLectura?: boolean
}

export interface Escritura {
  afectadas: number
  filas?: Fila[]
}

export interface SalidaDeRutina {
  salidas: Fila
  conjuntos: Fila[][]
}

export interface Rutina {
  clase: 'procedimiento' | 'funcion'
  esquema: string | undefined
  nombre: string
}

/** What an answer has of its limits so far, in all its sets. */
export interface Medida {
  filas: number
  /** Roughly what its texts and bytes take. */
  bytes: number
}

/** What a session asks while the rows of an answer come. */
export interface AnswerLimit {
  /** Null while an answer of this size is within the limits. */
  check(filas: number, bytes: number): Error | null
  /** The answer is too big: the rest need not come. */
  interrupt(): void
}

export interface InsercionMasiva {
  esquema: string | undefined
  tabla: string
  /** The column and the field of each row that fills it. */
  columnas: readonly { columna: string; campo: string }[]
}
