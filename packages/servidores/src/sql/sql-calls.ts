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

export interface InsercionMasiva {
  esquema: string | undefined
  tabla: string
  /** The column and the field of each row that fills it. */
  columnas: readonly { columna: string; campo: string }[]
}
