import { DatosInvalidos, type ErrorDeCampo, type Limits } from '@div/contract'
import { z } from 'zod'

/** The query that every list understands. */
export interface ListQuery {
  q: string | null
  /** `ninguna`: those in no category. */
  categoriaId: string | 'ninguna' | null
  orden: 'nombre' | 'creadoEn' | 'actualizadoEn'
  direccion: 'asc' | 'desc'
  limite: number
  /** How many are passed over. */
  desde: number
}

const ORDENES = ['nombre', 'creadoEn', 'actualizadoEn'] as const

/** Throws DatosInvalidos with every problem of the query. */
export function readListQuery(
  given: Readonly<Record<string, unknown>>,
  { listado }: Pick<Limits, 'listado'>,
): ListQuery {
  const errores: ErrorDeCampo[] = []
  const orden = readOrden(given.orden, errores)
  const query: ListQuery = {
    q: typeof given.q === 'string' && given.q.trim() !== '' ? given.q.trim() : null,
    categoriaId: readCategoria(given.categoriaId, errores),
    ...orden,
    limite: readInteger(given.limite, { campo: 'limite', min: 1, max: listado, absent: listado }, errores),
    desde: readInteger(given.desde, { campo: 'desde', min: 0, max: 10_000_000, absent: 0 }, errores),
  }
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return query
}

function readOrden(value: unknown, errores: ErrorDeCampo[]): Pick<ListQuery, 'orden' | 'direccion'> {
  const text = typeof value === 'string' ? value : ''
  const direccion = text.startsWith('-') ? 'desc' : 'asc'
  const name = text.replace(/^-/, '')
  const orden = ORDENES.find((each) => each === name)
  if (name !== '' && !orden) errores.push({ campo: 'orden', mensaje: `Use uno de: ${ORDENES.join(', ')}.` })
  return { orden: orden ?? 'nombre', direccion }
}

function readCategoria(value: unknown, errores: ErrorDeCampo[]): ListQuery['categoriaId'] {
  if (value === undefined || value === '') return null
  if (value === 'ninguna' || z.uuid().safeParse(value).success) return String(value)
  errores.push({ campo: 'categoriaId', mensaje: 'Use el id de una categoría, o «ninguna».' })
  return null
}

function readInteger(
  value: unknown,
  { campo, min, max, absent }: { campo: string; min: number; max: number; absent: number },
  errores: ErrorDeCampo[],
): number {
  if (value === undefined || value === '') return absent
  const number = Number(value)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  errores.push({ campo, mensaje: `Use un número entero entre ${min} y ${max}.` })
  return absent
}
