import { LimiteSuperado, ListaEsperada } from '@div/contract'
import { checkNombre, compileRuta, Frame, type Read, type Scope } from '@div/engine'
import {
  add,
  compareSortKeys,
  compareValues,
  divide,
  equalValues,
  isTrue,
  sortKeyOf,
  toTexto,
} from '@div/formula'
import { compileRegla } from '../compile-regla.ts'
import { compileConvertir } from './compile-convertir.ts'
import type { PasoDeTransformacion } from './transformacion.ts'

type Step = (value: unknown, frame: Frame) => unknown
type Paso<Tipo extends PasoDeTransformacion['tipo']> = Extract<PasoDeTransformacion, { tipo: Tipo }>

/** One step of a transformation as one function from the value before to the value after. */
export function compilePaso(paso: PasoDeTransformacion, place: string, scope: Scope): Step {
  switch (paso.tipo) {
    case 'convertir':
      return compileConvertir(paso, place, scope)
    case 'filtrar':
      return overList(scope, compileFiltrar(paso, place, scope))
    case 'ordenar':
      return overList(scope, compileOrdenar(paso, place, scope))
    case 'agrupar':
      return overList(scope, compileAgrupar(paso, place, scope))
    case 'unir':
      return overList(scope, compileUnir(paso, place, scope))
    case 'limitar':
      return overList(scope, (items) => items.slice(paso.desde, paso.desde + paso.cantidad))
  }
}

type ListStep = (items: readonly unknown[], frame: Frame) => unknown[]

function overList({ nodo }: Scope, step: ListStep): Step {
  return (value, frame) => {
    if (!Array.isArray(value)) throw new ListaEsperada({ nodo: nodo.nombre })
    return step(value, frame)
  }
}

function compileFiltrar({ expresion, regla }: Paso<'filtrar'>, place: string, scope: Scope): ListStep {
  const inItem = scope.forItems()
  const holds: Read<boolean> = regla
    ? compileRegla(regla, `${place}.regla`, inItem)
    : asTest(inItem.readNow({ expresion: expresion ?? '' }, place))
  return (items, frame) => {
    const item = Frame.forItems(frame)
    return items.filter((value, index) => {
      item.elemento = value
      item.indice = index
      return holds(item)
    })
  }
}

function asTest(read: Read): Read<boolean> {
  return (frame) => isTrue(read(frame))
}

function compileOrdenar({ por }: Paso<'ordenar'>, place: string, scope: Scope): ListStep {
  const keys = por.map(({ campo, sentido }, index) => ({
    read: readField(campo, `${place}.por[${index}].campo`, scope),
    sign: sentido === 'ascendente' ? (1 as const) : (-1 as const),
  }))
  return (items) => {
    const rows = items.map((item) => ({
      item,
      keys: keys.map(({ read, sign }) => ({ key: sortKeyOf(read(item)), sign })),
    }))
    const sorted = rows.toSorted((left, right) => {
      for (const [index, { key, sign }] of left.keys.entries()) {
        const other = right.keys[index]
        const order = other ? compareSortKeys(key, other.key, sign) : 0
        if (order !== 0) return order
      }
      return 0
    })
    return sorted.map(({ item }) => item)
  }
}

function compileAgrupar({ por, agregados }: Paso<'agrupar'>, place: string, scope: Scope): ListStep {
  const keys = por.map((campo, index) => ({ campo, read: readField(campo, `${place}.por[${index}]`, scope) }))
  for (const [index, campo] of por.entries()) checkNombre(campo, `${place}.por[${index}]`, scope)
  const outputs = agregados.map(({ nombre, funcion, campo = '' }, index) => {
    const read = readField(campo, `${place}.agregados[${index}].campo`, scope)
    checkNombre(nombre, `${place}.agregados[${index}].nombre`, scope)
    return { nombre, compute: (rows: readonly unknown[]) => AGREGADOS[funcion](rows.map(read), rows) }
  })
  return (items) => {
    const groups = Map.groupBy(items, (item) => keyOf(keys.map(({ read }) => read(item))))
    return [...groups.values()].map((rows) => {
      const group: Record<string, unknown> = {}
      for (const { campo, read } of keys) group[campo] = read(rows[0])
      for (const { nombre, compute } of outputs) group[nombre] = compute(rows)
      return group
    })
  }
}

const AGREGADOS: Record<
  Paso<'agrupar'>['agregados'][number]['funcion'],
  (values: readonly unknown[], rows: readonly unknown[]) => unknown
> = {
  cuenta: (_, rows) => rows.length,
  suma: (values) => present(values).reduce((sum, value) => add(sum, value), 0),
  promedio: (values) => {
    const given = present(values)
    return given.length === 0
      ? null
      : divide(
          given.reduce((sum, value) => add(sum, value), 0),
          given.length,
        )
  },
  minimo: (values) => extreme(values, -1),
  maximo: (values) => extreme(values, 1),
  primero: (values) => values[0] ?? null,
  lista: (_, rows) => rows,
}

function present(values: readonly unknown[]): unknown[] {
  return values.filter((value) => value !== null)
}

function extreme(values: readonly unknown[], sign: number): unknown {
  return present(values).reduce(
    (best, value) => (best === null || compareValues(value, best) * sign > 0 ? value : best),
    null,
  )
}

function compileUnir({ con, modo, claves, en }: Paso<'unir'>, place: string, scope: Scope): ListStep {
  const { elementos: maximo } = scope.limits
  const { read: readOther } = scope.readReferencia(con, `${place}.con`)
  if (en !== undefined) checkNombre(en, `${place}.en`, scope)
  const left = claves.map(({ izquierda }, index) =>
    readField(izquierda, `${place}.claves[${index}].izquierda`, scope),
  )
  const right = claves.map(({ derecha }, index) =>
    readField(derecha, `${place}.claves[${index}].derecha`, scope),
  )
  return (items, frame) => {
    const other = readOther(frame)
    if (!Array.isArray(other)) throw new ListaEsperada({ nodo: scope.nodo.nombre })
    const byKey = Map.groupBy(other, (row) => keyOf(right.map((read) => read(row))))
    const rows: unknown[] = []
    for (const item of items) {
      const values = left.map((read) => read(item))
      // Null equals no other null here, as in SQL: rows without a key belong to nobody.
      const found = values.includes(null) ? [] : (byKey.get(keyOf(values)) ?? [])
      const matches = found.length === 0 && modo === 'izquierda' ? [null] : found
      // Two lists of many equal keys make their product.
      if (rows.length + matches.length > maximo) throw new LimiteSuperado({ limite: 'elementos', maximo })
      for (const match of matches) rows.push(joinRows(item, match, en))
    }
    return rows
  }
}

/** Fields of the first win over fields of the same name in the second. */
function joinRows(left: unknown, right: unknown, en: string | undefined): unknown {
  const base = toRecord(left)
  return en === undefined ? { ...toRecord(right), ...base } : { ...base, [en]: right }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Equal values have equal keys: 7 and "7" are one group, as they are equal in formulas. */
function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map((value) => (equalValues(value, null) ? null : toTexto(value))))
}

function readField(campo: string, place: string, scope: Scope): (item: unknown) => unknown {
  const read = compileRuta(campo)
  if (read) return read
  scope.finding(place, `La ruta «${campo}» está mal escrita.`)
  return () => null
}
