import type { ColumnaDeObjeto, DetalleDeObjeto, Nodo, Parametro, TipoDato } from '@div/contract'
import { isRecord } from '@div/ui'

/** A value that something else says is wanted, such as a column. */
export interface Expected {
  nombre: string
  tipo: TipoDato
  requerido: boolean
  /** As the other system spells it. */
  detalle?: string
  /** What it is made of: the fields of an object, the element of a list. */
  forma?: Parametro
}

interface KnownObjeto {
  detalle?: DetalleDeObjeto | undefined
  /** What the entrada of a called proceso declares. */
  entrada?: readonly Parametro[] | undefined
  /** Of a tabla of the product. */
  columnas?: readonly { nombre: string; tipo: TipoDato; requerido: boolean }[] | undefined
}

/** What the object that a node calls wants to be given. */
export function expectedOf({ tipoObjeto, objeto }: Nodo, known: KnownObjeto): readonly Expected[] {
  const asked = isRecord(objeto) ? objeto : {}
  const { detalle, entrada, columnas } = known
  if (entrada)
    return entrada.map((each) => {
      const { nombre, tipo = 'cualquiera', requerido = false } = each
      return { nombre, tipo, requerido, ...formaOf(each) }
    })
  if (columnas) {
    const isInsert = asked.operacion === 'insertar'
    return columnas.map(({ nombre, tipo, requerido }) => ({ nombre, tipo, requerido: isInsert && requerido }))
  }
  if (tipoObjeto === 'operacion' && !detalle) return placesOf(asked.ruta)
  return (
    detalle?.parametros
      .filter(({ modo }) => modo === undefined || modo === 'IN' || modo === 'INOUT')
      .map((each) => ({
        ...expect(each, !detalle.salida || !each.nulo),
        ...formaOf(detalle.entrada?.find(({ nombre }) => nombre === each.nombre)),
      })) ?? []
  )
}

/** Of what has parts that can be said apart. */
function formaOf(declared: Parametro | undefined): { forma?: Parametro } {
  return declared?.campos?.length || declared?.elemento ? { forma: declared } : {}
}

/** The columns that a table operation can write. What the database makes by itself is not among them. */
export function writableColumns(
  columnas: readonly ColumnaDeObjeto[],
  operacion: 'insertar' | 'actualizar',
): readonly Expected[] {
  return columnas
    .filter(({ generada }) => !generada)
    .map((each) => expect(each, operacion === 'insertar' && !each.nulo))
}

const expect = ({ nombre, tipo, tipoNativo }: ColumnaDeObjeto, requerido: boolean): Expected => ({
  nombre,
  tipo,
  requerido,
  ...(tipoNativo !== '' && { detalle: tipoNativo }),
})

/** The `{names}` of a path. */
function placesOf(ruta: unknown): readonly Expected[] {
  if (typeof ruta !== 'string') return []
  const names = [...ruta.matchAll(/\{([^{}/]+)\}/g)].flatMap(([, name]) => name ?? [])
  return [...new Set(names)].map((nombre) => ({
    nombre,
    tipo: 'texto',
    requerido: true,
    detalle: 'en la ruta',
  }))
}
