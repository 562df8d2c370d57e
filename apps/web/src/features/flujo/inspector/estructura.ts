import type { Parametro } from '@div/contract'
import type { Estructura } from '@div/nodos/muestras'
import type { Origen } from './origen.ts'

/** A declared value that has parts. */
export type Forma = { tipo: 'objeto'; campos: readonly Parametro[] } | { tipo: 'lista'; elemento: Parametro }

/** Null: nothing says what it is made of. */
export function formaIn(declared: Parametro | undefined): Forma | null {
  const { tipo, campos = [], elemento } = declared ?? {}
  if (tipo === 'objeto' && campos.length > 0) return { tipo, campos }
  return tipo === 'lista' && elemento ? { tipo, elemento } : null
}

export function fitsForma({ clase }: Estructura, tipo: Forma['tipo']): boolean {
  return (clase === 'objeto') === (tipo === 'objeto')
}

/** Where whoever says it part by part begins: with nothing said, or with the list that was chosen before. */
export function initialEstructura(
  forma: Forma,
  write: (estructura: Estructura) => string,
  lista: Origen,
): Estructura {
  if (forma.tipo === 'objeto') return { clase: 'objeto', campos: [] }
  const inner = formaIn(forma.elemento)
  // Of what has no parts each element is taken as it is.
  const expresion = inner === null ? 'elemento' : write(initialEstructura(inner, write, {}))
  return { clase: 'cada', lista, elemento: { expresion } }
}

/** A field of an object with what it is given; nothing is no field. */
export function putCampo(
  campos: Extract<Estructura, { clase: 'objeto' }>['campos'],
  nombre: string,
  origen: Origen | null,
): Extract<Estructura, { clase: 'objeto' }>['campos'] {
  const others = campos.filter((each) => each.nombre !== nombre)
  if (origen === null) return others
  return others.length === campos.length
    ? [...campos, { nombre, origen }]
    : campos.map((each) => (each.nombre === nombre ? { nombre, origen } : each))
}
