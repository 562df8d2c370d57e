import {
  type Columna,
  columnaSchema,
  compileCoercion,
  type ErrorDeCampo,
  ExpresionFallida,
} from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { createTablaIndex, type Fila, type FindFila } from './tabla-index.ts'

/** The tablas that formulas read, in memory. */
export interface Tablas {
  /** Takes the tablas as they are stored now and reads the rows of those that changed and that a flujo names. */
  apply(stored: readonly Row<'tablas'>[]): Promise<void>
  /** Undefined: there is no such tabla or column. Without a column the first one is the key. */
  find(nombre: string, columnaClave?: string): FindFila | undefined
  /** Changes whenever the columns or any row of the tabla do; empty: there is no such tabla. */
  stamp(nombre: string): string
}

/** Every change of rows touches the row of its tabla, so that its time tells two states apart. */
type StoredTabla = Row<'tablas'>

export function createTablas(db: Kysely<Database>): Tablas {
  let tablas: ReadonlyMap<string, LoadedTabla> = new Map()

  return {
    async apply(stored) {
      const named = await readNamed(db)
      const next = new Map<string, LoadedTabla>()
      for (const row of stored) {
        const before = tablas.get(row.nombre)
        const wanted = named.has(row.nombre)
        const isCurrent = before?.stamp === stampOf(row) && (before.isLoaded || !wanted)
        next.set(
          row.nombre,
          isCurrent ? before : new LoadedTabla(row, wanted ? await readFilas(db, row) : null),
        )
      }
      tablas = next
    },
    find: (nombre, columnaClave) => tablas.get(nombre)?.find(columnaClave),
    stamp: (nombre) => tablas.get(nombre)?.stamp ?? '',
  }
}

class LoadedTabla {
  readonly stamp: string
  readonly #nombre: string
  readonly #columnas: readonly Columna[]
  /** Null: no flujo names it, so its rows were not read. */
  readonly #filas: readonly Fila[] | null
  readonly #indexes = new Map<string, FindFila>()

  constructor(row: StoredTabla, filas: readonly Fila[] | null) {
    this.#nombre = row.nombre
    this.#columnas = columnasOf(row)
    this.#filas = filas
    this.stamp = stampOf(row)
  }

  get isLoaded(): boolean {
    return this.#filas !== null
  }

  find(columnaClave?: string): FindFila | undefined {
    const columna = columnaClave
      ? this.#columnas.find(({ nombre }) => nombre === columnaClave)
      : this.#columnas[0]
    if (!columna) return undefined
    // Building the index waits for the first call: validating a flujo only asks whether the column exists.
    return (clave) => this.#index(columna)(clave)
  }

  #index(columna: Columna): FindFila {
    const known = this.#indexes.get(columna.nombre)
    if (known) return known
    if (!this.#filas)
      throw new ExpresionFallida({ motivo: `la tabla «${this.#nombre}» todavía se está leyendo` })
    const index = createTablaIndex(this.#filas, columna)
    this.#indexes.set(columna.nombre, index)
    return index
  }
}

function stampOf({ id, actualizadoEn }: StoredTabla): string {
  return `${id}@${actualizadoEn.toISOString()}`
}

function columnasOf(row: StoredTabla): readonly Columna[] {
  return row.columnas.map((columna) => columnaSchema.parse(columna))
}

async function readNamed(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('procesoDependencias')
    .select('referencia')
    .distinct()
    .where('recurso', '=', 'tablas')
    .execute()
  return new Set(rows.map(({ referencia }) => referencia))
}

/** Rows in their order, each value of its column's type again. */
async function readFilas(db: Kysely<Database>, tabla: StoredTabla): Promise<readonly Fila[]> {
  const rows = await db
    .selectFrom('tablaFilas')
    .select(['id', 'datos'])
    .where('tablaId', '=', tabla.id)
    .orderBy('id')
    .execute()
  const columnas = columnasOf(tabla).map(({ nombre, tipo }) => ({
    nombre,
    coerce: compileCoercion({ nombre, tipo }),
  }))
  const refused: ErrorDeCampo[] = []
  return rows.map(({ datos }) =>
    Object.fromEntries(
      columnas.map(({ nombre, coerce }) => [nombre, coerce(datos[nombre], nombre, refused)]),
    ),
  )
}
