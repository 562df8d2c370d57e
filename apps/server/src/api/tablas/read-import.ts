import {
  ArchivoIlegible,
  type Columna,
  campoOf,
  type ErrorDeCampo,
  type Importacion,
  type Limits,
  readSpanishText,
} from '@div/contract'
import { type Archivo, asFecha, type Celda } from '../../archivos/read-archivo.ts'
import { compileFila, type Datos } from '../../motor/tablas/compile-fila.ts'

type ErrorDeFila = Importacion['errores'][number]

/** What a file holds for a tabla: rows of the right types, and what is wrong with the others. */
export interface ImportPlan {
  filas: { linea: number; datos: Datos }[]
  /** The first ones; `cantidadErrores` counts all. */
  errores: ErrorDeFila[]
  cantidadErrores: number
  /** How many are listed. */
  maxErrores: number
}

/**
 * Takes the rows of a file to the columns of a tabla, by the names in its header, in any order; columns that the file does not have stay empty.
 * Values that must be unique are compared within the file.
 */
export async function readImport(
  archivo: Archivo,
  {
    columnas,
    limits,
  }: { columnas: readonly Columna[]; limits: Pick<Limits, 'filasTabla' | 'erroresListados'> },
): Promise<ImportPlan> {
  const byPosition = matchCabecera(archivo.cabecera, columnas)
  const coerce = compileFila(columnas)
  const findRepeated = rememberUnicas(columnas)
  const plan: ImportPlan = { filas: [], errores: [], cantidadErrores: 0, maxErrores: limits.erroresListados }
  for await (const { linea, celdas } of archivo.filas) {
    const given = Object.fromEntries(
      byPosition.map((columna, position) => {
        const celda = celdas[position] ?? null
        return [columna.nombre, readCelda(celda, columna)]
      }),
    )
    const wrong: ErrorDeCampo[] = []
    if (celdas.length > byPosition.length) {
      wrong.push({
        campo: '',
        mensaje: `La fila tiene ${celdas.length} celdas y la cabecera ${byPosition.length}.`,
      })
    }
    const datos = coerce(given, '', wrong)
    if (wrong.length === 0) findRepeated(datos, wrong)
    if (wrong.length === 0) plan.filas.push({ linea, datos })
    addErrores(plan, linea, wrong)
    if (plan.filas.length > limits.filasTabla) {
      throw new ArchivoIlegible({ motivo: `tiene más de ${limits.filasTabla} filas` })
    }
  }
  return plan
}

/** A file tells numbers and days as a person writes them, or, from a workbook, as what they are. */
function readCelda(celda: Celda, { tipo }: Columna): unknown {
  if (typeof celda === 'string') return readSpanishText(celda, tipo)
  return tipo === 'fecha' ? asFecha(celda) : celda
}

/** Tells values that must be unique and came before. */
function rememberUnicas(columnas: readonly Columna[]): (datos: Datos, errores: ErrorDeCampo[]) => void {
  const seen = columnas
    .filter(({ unico }) => unico)
    .map(({ nombre }) => ({ nombre, values: new Set<string>() }))
  return (datos, errores) => {
    for (const { nombre, values } of seen) {
      const key = JSON.stringify(datos[nombre] ?? null)
      if (key !== 'null' && values.has(key)) errores.push({ campo: nombre, mensaje: REPETIDO })
      values.add(key)
    }
  }
}

export const REPETIDO = 'Este valor no se puede repetir y ya está en otra fila.'

export function addErrores(plan: ImportPlan, fila: number, wrong: readonly ErrorDeCampo[]): void {
  plan.cantidadErrores += wrong.length
  for (const { campo, mensaje } of wrong) {
    if (plan.errores.length >= plan.maxErrores) return
    plan.errores.push({ campo: placeOf(fila, campo), fila, columna: campo, mensaje })
  }
}

/** As the rows of a lote are named: the first one below the header is `filas[0]`. */
function placeOf(fila: number, columna: string): string {
  return campoOf(columna === '' ? [fila - 2] : [fila - 2, columna], 'filas')
}

function matchCabecera(cabecera: readonly string[], columnas: readonly Columna[]): readonly Columna[] {
  const byName = new Map(columnas.map((columna) => [columna.nombre.toLowerCase(), columna]))
  const matched = new Set<string>()
  return cabecera.map((nombre) => {
    const columna = byName.get(nombre.toLowerCase())
    if (!columna)
      throw new ArchivoIlegible({ motivo: `la tabla no tiene la columna «${nombre}» de su cabecera` })
    if (matched.has(columna.nombre))
      throw new ArchivoIlegible({ motivo: `la columna «${nombre}» está repetida` })
    matched.add(columna.nombre)
    return columna
  })
}
