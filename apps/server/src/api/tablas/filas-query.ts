import { type Columna, compileCoercion, DatosInvalidos, type ErrorDeCampo, type Limits } from '@div/contract'
import { z } from 'zod'
import {
  type FilasQuery,
  type Filtro,
  OPERADORES,
  type Operador,
} from '../../motor/tablas/filas-repository.ts'
import { describeLimite, splitOrden } from '../resource/page-query.ts'

const DEFAULT_LIMITE = 100

/** What every tabla takes, besides the filters by its columns: `filtro.<columna>` … */
export const describeFilasQuery = (limits: Pick<Limits, 'listado' | 'filasTabla'>) =>
  z.looseObject({
    q: z.string().default(''),
    /** `columna` or `-columna`. */
    orden: z.string().default(''),
    limite: describeLimite(limits, DEFAULT_LIMITE),
    /** The `siguiente` of the page before. */
    desde: z.string().default(''),
    /** Rows to leave out at the beginning: for who reads from anywhere. From one page to the next `desde` is quicker. */
    saltar: z.coerce.number().int().min(0).max(limits.filasTabla).default(0),
  })

/**
 * Reads the query of a page of rows: `filtro.<columna>=valor`, `filtro.<columna>.contiene|minimo|maximo|vacio=…`, `q`, `orden` (`columna`
 * or `-columna`), `limite`, `desde` (the `siguiente` of the page before). Throws DatosInvalidos with every problem.
 */
export function readFilasQuery(
  columnas: readonly Columna[],
  { q, orden, limite, desde, saltar, ...filtros }: z.output<ReturnType<typeof describeFilasQuery>>,
): FilasQuery {
  const errores: ErrorDeCampo[] = []
  const query: FilasQuery = {
    filtros: Object.entries(filtros).flatMap(([key, value]) => readFiltro(columnas, key, value, errores)),
    q: q === '' ? null : q,
    ...readOrden(columnas, orden, errores),
    limite,
    despues: null,
    saltar,
  }
  query.despues = readCursor(desde, query.orden, errores)
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return query
}

function readFiltro(
  columnas: readonly Columna[],
  key: string,
  value: unknown,
  errores: ErrorDeCampo[],
): Filtro[] {
  const [prefix, nombre, operador = 'igual', ...rest] = key.split('.')
  if (prefix !== 'filtro') return []
  const columna = columnas.find((each) => each.nombre === nombre)
  if (!columna || !isOperador(operador) || rest.length > 0) {
    errores.push({
      campo: key,
      mensaje: `No hay tal columna u operador. Operadores: ${OPERADORES.join(', ')}.`,
    })
    return []
  }
  if (operador === 'contiene' || operador === 'vacio') return [{ columna, operador, valor: value }]
  const coerce = compileCoercion({ nombre: columna.nombre, tipo: columna.tipo, requerido: true })
  return [{ columna, operador, valor: coerce(value, key, errores) }]
}

function isOperador(operador: string): operador is Operador {
  return OPERADORES.some((each) => each === operador)
}

function readOrden(columnas: readonly Columna[], text: string, errores: ErrorDeCampo[]) {
  const { nombre, direccion } = splitOrden(text)
  const orden = columnas.find((columna) => columna.nombre === nombre) ?? null
  if (nombre !== '' && !orden) errores.push({ campo: 'orden', mensaje: `No hay tal columna: ${nombre}.` })
  return { orden, direccion }
}

export function writeCursor({ value, id }: { value: unknown; id: string }): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

function readCursor(text: string, orden: Columna | null, errores: ErrorDeCampo[]): FilasQuery['despues'] {
  if (text === '') return null
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const [key, id] = Array.isArray(parsed) ? parsed : []
    if (typeof id === 'string' && /^\d{1,18}$/.test(id) && isKey(key, orden)) return { value: key, id }
  } catch {
    // Not a cursor of ours; said below.
  }
  errores.push({ campo: 'desde', mensaje: 'Use el valor «siguiente» de la página anterior.' })
  return null
}

/** What the rows are sorted by, as text; numbers are cast to one by the database. */
function isKey(key: unknown, orden: Columna | null): boolean {
  if (!orden) return key === null
  if (typeof key !== 'string') return false
  const isNumber = orden.tipo === 'entero' || orden.tipo === 'decimal'
  return !isNumber || /^(?:-Infinity|-?\d+(?:\.\d+)?)$/.test(key)
}
