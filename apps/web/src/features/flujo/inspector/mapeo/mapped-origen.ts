import { fitTipo, type Parametro, type TipoDato } from '@div/contract'
import { type Conversion, conversionFor, convert, readConversion } from '../../datos/conversions.ts'
import type { Source } from '../../datos/list-sources.ts'
import type { Match, MatchSource } from '../../datos/match-fields.ts'
import { joinRuta, pathOf, readPath } from '../../datos/ruta-text.ts'
import { flattenFields, type SourceField } from '../../datos/source-fields.ts'
import { EMPTY, type Origen } from '../origen.ts'

/** A value that is a field of a node, converted or not: what can be shown by its name rather than as code. */
export interface Mapped {
  nodo: string
  ruta: string
  /** Undefined: the node is not there, or not before this one. */
  source: Source | undefined
  /** Undefined: nothing is known of it. */
  field: SourceField | undefined
  conversion: Conversion | null
}

/** Null of a literal, of nothing, and of a formula that computes. */
export function readMapped(origen: Origen, sources: readonly Source[]): Mapped | null {
  if (origen.expresion !== undefined) return readMappedFormula(origen.expresion, sources)
  if (origen.valorAsignado === undefined) return null
  return { ...locate(origen.valorAsignado, sources), conversion: null }
}

function readMappedFormula(expresion: string, sources: readonly Source[]): Mapped | null {
  const wrapped = readConversion(expresion)
  const place = readPath(wrapped?.inner ?? expresion)
  if (place === null) return null
  const mapped = locate(place, sources)
  return mapped.source ? { ...mapped, conversion: wrapped?.conversion ?? null } : null
}

function locate({ nodo, ruta }: { nodo: string; ruta: string }, sources: readonly Source[]) {
  const source = sources.find((each) => each.nodo === nodo)
  const wanted = generalOf(ruta)
  const field = source && flattenFields(source.campos).find((each) => generalOf(each.ruta) === wanted)
  return { nodo, ruta, source, field }
}

/** Of a list its first element is known and stands for the others. */
const generalOf = (ruta: string) => ruta.replace(/\[\d+\]/g, '[0]')

/** The value that a field of a node is. What only formulas can name becomes one. */
export function mapTo({ nodo, isItem }: Source, { ruta }: { ruta: string }): Origen {
  return isItem
    ? { ...EMPTY.formula, expresion: pathOf({ nodo, ruta }) }
    : { ...EMPTY.dato, valorAsignado: { nodo, ruta } }
}

/** The same field, converted. */
export function withConversion({ nodo, ruta }: Mapped, conversion: Conversion): Origen {
  return { ...EMPTY.formula, expresion: convert(pathOf({ nodo, ruta }), conversion) }
}

export function withoutConversion({ nodo, ruta, source }: Mapped): Origen {
  return source ? mapTo(source, { ruta }) : { ...EMPTY.dato, valorAsignado: { nodo, ruta } }
}

/** What stands between the type that is wanted and the one that comes. */
export type Mismatch = { wanted: TipoDato; given: TipoDato; conversion: Conversion | null }

export function mismatchOf(wanted: TipoDato | undefined, mapped: Mapped | null): Mismatch | null {
  const given = mapped?.conversion?.tipo ?? mapped?.field?.tipo
  if (wanted === undefined || given === undefined || fitTipo(wanted, given) === 'igual') return null
  // What is converted already and still does not fit is for the person to change.
  return { wanted, given, conversion: mapped?.conversion ? null : conversionFor(wanted, given) }
}

/** What a field would do at a row: fit, fit once it is converted, or not at all. */
export function takes(wanted: TipoDato | undefined, field: Pick<SourceField, 'tipo'>) {
  const fit = fitTipo(wanted, field.tipo)
  if (fit !== 'imposible') return fit
  return conversionFor(wanted, field.tipo) ? 'convertible' : 'imposible'
}

/** All fields that a row could be given by its name. Lists and objects count as well; what is in a list's first element too. */
export function matchSources(sources: readonly Source[]): readonly (MatchSource & { source: Source })[] {
  return sources.flatMap((source, distance) =>
    flattenFields(source.campos)
      .filter(({ nombre }) => nombre !== '[0]')
      .map(({ ruta, nombre, tipo }) => ({ nodo: source.nodo, ruta, nombre, tipo, distance, source })),
  )
}

/** The parameters with what was matched to them: those without a row get one. */
export function applyMatches(
  parametros: readonly Parametro[],
  tipos: ReadonlyMap<string, TipoDato>,
  matches: readonly Match<MatchSource & { source: Source }>[],
): Parametro[] {
  const chosen = new Map(
    matches.map(({ nombre, source: { source, ruta, tipo } }) => {
      const plain = mapTo(source, { ruta })
      const conversion = conversionFor(tipos.get(nombre), tipo)
      const mapped = { nodo: source.nodo, ruta, source, field: undefined, conversion: null }
      return [nombre, conversion ? withConversion(mapped, conversion) : plain]
    }),
  )
  const known = new Set(parametros.map(({ nombre }) => nombre))
  return [
    ...parametros.map((each) => ({ ...each, ...chosen.get(each.nombre) })),
    ...[...chosen]
      .filter(([nombre]) => !known.has(nombre))
      .map(([nombre, origen]) => ({ nombre, ...origen })),
  ].map(withoutAbsent)
}

/** A document holds no undefined. */
export function withoutAbsent<Item extends object>(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as Item
}

/** New rows for all fields of an object, called as they are. */
export function rowsOf(
  parametros: readonly Parametro[],
  source: Source,
  campos: readonly SourceField[],
  { withTipo }: { withTipo: boolean },
): Parametro[] {
  const known = new Set(parametros.map(({ nombre }) => nombre))
  return campos
    .filter(({ nombre }) => !known.has(nombre) && nombre !== '[0]')
    .map(({ nombre, ruta, tipo }) =>
      withoutAbsent({
        nombre,
        ...(withTipo && tipo !== 'cualquiera' && { tipo }),
        ...mapTo(source, { ruta }),
      }),
    )
}

/** A name for a row that is made of a field: its own, or with the first number that is free. */
export function rowNombre(parametros: readonly Parametro[], wanted: string): string {
  const taken = new Set(parametros.map(({ nombre }) => nombre))
  if (!taken.has(wanted)) return wanted
  let next = 2
  while (taken.has(`${wanted}${next}`)) next++
  return `${wanted}${next}`
}

/** A path that is typed rather than chosen, in the node whose name or id it begins with, or in each of the nearest. */
export function typedPlaces(
  typed: string,
  sources: readonly Source[],
): readonly { source: Source; ruta: string }[] {
  const place = readPath(typed)
  if (place === null) return []
  const named = sources.find(({ nodo }) => nodo === place.nodo)
  if (named) return [{ source: named, ruta: place.ruta }]
  const ruta = joinRuta('', place.nodo) + (place.ruta === '' ? '' : pathOf({ nodo: '', ruta: place.ruta }))
  return sources.slice(0, 3).map((source) => ({ source, ruta }))
}
