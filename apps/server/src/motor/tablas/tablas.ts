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

/** The tablas that formulas read, in memory. Plans hold on to a tabla by its name and columns; its rows may change below them. */
export interface Tablas {
  /** Takes the tablas as they are stored now, and the rows of those that a flujo names. */
  apply(stored: readonly Row<'tablas'>[]): Promise<void>
  /** Reads rows again where they changed. */
  refreshFilas(): Promise<void>
  /** Undefined: there is no such tabla or column. Without a column the first one is the key. */
  find(nombre: string, columnaClave?: string): FindFila | undefined
  /** The names of its columns; undefined: there is no such tabla. */
  columnas(nombre: string): readonly string[] | undefined
  /** Changes whenever the columns of the tabla do; empty: there is no such tabla. */
  stamp(nombre: string): string
}

type StoredTabla = Row<'tablas'>

/** Rows of one reading: as many as are taken to their types before calls get their turn. */
const BATCH = 2_000

export function createTablas(db: Kysely<Database>): Tablas {
  let tablas: ReadonlyMap<string, LoadedTabla> = new Map()
  let reading: Promise<void> = Promise.resolve()

  async function readAgain(): Promise<void> {
    const named = await readNamed(db)
    const changes = await db.selectFrom('tablas').select(['id', 'nombre', 'actualizadoEn']).execute()
    for (const { id, nombre, actualizadoEn } of changes) {
      const tabla = tablas.get(nombre)
      if (tabla?.id !== id || !named.has(nombre) || tabla.isCurrent(actualizadoEn)) continue
      tabla.take(await readFilas(db, tabla), actualizadoEn)
    }
  }

  /** One after another: an older reading must not come after a newer one. */
  function refreshFilas(): Promise<void> {
    reading = reading.then(readAgain, readAgain)
    return reading
  }

  return {
    async apply(stored) {
      tablas = new Map(
        stored.map((row) => {
          const before = tablas.get(row.nombre)
          return [row.nombre, before?.stamp === stampOf(row) ? before : new LoadedTabla(row)]
        }),
      )
      await refreshFilas()
    },
    refreshFilas,
    find: (nombre, columnaClave) => tablas.get(nombre)?.find(columnaClave),
    columnas: (nombre) => tablas.get(nombre)?.columnas.map((columna) => columna.nombre),
    stamp: (nombre) => tablas.get(nombre)?.stamp ?? '',
  }
}

class LoadedTabla {
  readonly id: string
  readonly stamp: string
  readonly columnas: readonly Columna[]
  readonly #nombre: string
  /** Null: no flujo names it, so its rows were not read. */
  #filas: readonly Fila[] | null = null
  #readAt = 0
  /** By column, each made at its first look-up. */
  #indexes = new Map<string, FindFila>()

  constructor(row: StoredTabla) {
    this.id = row.id
    this.#nombre = row.nombre
    this.columnas = row.columnas.map((columna) => columnaSchema.parse(columna))
    this.stamp = stampOf(row)
  }

  /** Every change of rows touches the row of its tabla, so that its time tells two states apart. */
  isCurrent(actualizadoEn: Date): boolean {
    return this.#filas !== null && this.#readAt === actualizadoEn.getTime()
  }

  take(filas: readonly Fila[], actualizadoEn: Date): void {
    this.#filas = filas
    this.#readAt = actualizadoEn.getTime()
    this.#indexes = new Map()
  }

  find(columnaClave?: string): FindFila | undefined {
    const columna = columnaClave
      ? this.columnas.find(({ nombre }) => nombre === columnaClave)
      : this.columnas[0]
    return columna && ((clave) => this.#index(columna)(clave))
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

function stampOf({ id, columnas }: StoredTabla): string {
  return `${id}@${JSON.stringify(columnas)}`
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
async function readFilas(
  db: Kysely<Database>,
  { id: tablaId, columnas }: Pick<LoadedTabla, 'id' | 'columnas'>,
): Promise<readonly Fila[]> {
  const readers = columnas.map(({ nombre, tipo }) => ({ nombre, coerce: compileCoercion({ nombre, tipo }) }))
  const refused: ErrorDeCampo[] = []
  const filas: Fila[] = []
  let after = '0'
  for (;;) {
    const rows = await db
      .selectFrom('tablaFilas')
      .select(['id', 'datos'])
      .where('tablaId', '=', tablaId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { datos } of rows) {
      filas.push(
        Object.fromEntries(
          readers.map(({ nombre, coerce }) => [nombre, coerce(datos[nombre], nombre, refused)]),
        ),
      )
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return filas
    after = last.id
  }
}
