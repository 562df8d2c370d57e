import type { ColumnaDeObjeto, DetalleDeObjeto, Nodo, Parametro, TipoServidor } from '@div/contract'
import { parametroSchema } from '@div/contract'
import { isRecord } from '@div/ui'
import { declaringField } from '../document/catalog-field.ts'

const declared = ({ nombre, tipo }: Pick<ColumnaDeObjeto, 'nombre' | 'tipo'>): Parametro => ({ nombre, tipo })

const listOf = (nombre: string, campos: Parametro[]): Parametro => ({
  nombre,
  tipo: 'lista',
  elemento: { nombre: '', tipo: 'objeto', campos },
})
const TOTAL: Parametro = { nombre: 'total', tipo: 'entero' }
const AFECTADAS: Parametro = { nombre: 'afectadas', tipo: 'entero' }

/** What a call of an object answers, as its catalogue tells. */
export function outputOfObjeto({ objeto }: Nodo, detalle: DetalleDeObjeto): readonly Parametro[] {
  const asked = isRecord(objeto) ? objeto : {}
  if (detalle.salida) return detalle.salida
  if (detalle.tipoObjeto === 'tabla') return outputOfTabla(asked, detalle.columnas)
  const out = detalle.parametros.filter(({ modo }) => modo === 'OUT' || modo === 'INOUT')
  const salidas = detalle.tipoObjeto === 'funcion' && out.length === 0 ? [RESULTADO] : out.map(declared)
  return [
    { nombre: 'salidas', tipo: 'objeto', campos: salidas },
    { nombre: 'conjuntos', tipo: 'lista' },
  ]
}

const RESULTADO: Parametro = { nombre: 'resultado', tipo: 'cualquiera' }

function outputOfTabla(
  { operacion, columnas, devolver }: Record<string, unknown>,
  all: readonly ColumnaDeObjeto[],
): readonly Parametro[] {
  if (operacion === 'seleccionar' || operacion === undefined)
    return [listOf('filas', selected(columnas, all)), TOTAL]
  const returned = Array.isArray(devolver) ? all.filter(({ nombre }) => devolver.includes(nombre)) : []
  return returned.length === 0 ? [AFECTADAS] : [AFECTADAS, listOf('filas', returned.map(declared))]
}

/** Those that are read, under the names that they are given; none are all. */
function selected(columnas: unknown, all: readonly ColumnaDeObjeto[]): Parametro[] {
  if (!Array.isArray(columnas) || columnas.length === 0) return all.map(declared)
  const tipos = new Map(all.map(({ nombre, tipo }) => [nombre, tipo]))
  return columnas.flatMap((each: unknown) => {
    const { columna, alias } = isRecord(each) ? each : { columna: each, alias: undefined }
    if (typeof columna !== 'string') return []
    const tipo = tipos.get(columna)
    return [{ nombre: typeof alias === 'string' ? alias : columna, ...(tipo && { tipo }) }]
  })
}

/** What the operations of a tabla of the product answer. */
export function outputOfTablaInterna(
  { objeto }: Nodo,
  columnas: readonly { nombre: string; tipo: ColumnaDeObjeto['tipo'] }[],
): readonly Parametro[] {
  const operacion = isRecord(objeto) ? objeto.operacion : undefined
  const fields = [{ nombre: 'id', tipo: 'texto' as const }, ...columnas.map(declared)]
  if (operacion === 'buscar') return fields
  if (operacion === 'insertar') return [AFECTADAS, listOf('filas', fields)]
  return operacion === 'actualizar' || operacion === 'eliminar'
    ? [AFECTADAS]
    : [listOf('filas', fields), TOTAL]
}

type TipoObjeto = TipoServidor['objetos'][number]

/** What calls answer whose type says it, with the fields that the node itself declares. */
export function outputOfTipo(
  { objeto }: Nodo,
  { salida, objeto: schema }: TipoObjeto,
): readonly Parametro[] | undefined {
  const declaring = declaringField(schema)
  if (declaring === undefined || !isRecord(objeto)) return salida
  const campos = readParametros(objeto[declaring.name])
  return salida?.map((each) => (each.nombre === declaring.declara ? { ...each, campos } : each))
}

/** Those of a list that is being written; what is none yet is left out. */
export function readParametros(list: unknown): Parametro[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((each) => parametroSchema.safeParse(each).data ?? [])
}
