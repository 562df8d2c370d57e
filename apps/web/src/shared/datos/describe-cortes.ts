import { type Corte, isCut, listCortes } from '@div/contract'

/** How many parts are named one by one. */
const NAMED = 3
/** Beyond so many they are not counted. */
const COUNTED = 50

export interface Cortes {
  isCut: boolean
  /** What was cut and how much it was, in words; empty where that is not known. */
  partes: readonly string[]
  /** Parts beside those. */
  otras: number
}

const NO_CORTES: Cortes = { isCut: false, partes: [], otras: 0 }

/** What a sample leaves out of its value. */
export function describeCortes(value: unknown): Cortes {
  if (!isCut(value)) return NO_CORTES
  const cortes = outermost(listCortes(value, COUNTED))
  const partes = cortes
    .slice(0, NAMED)
    .map(
      (corte) => `${nameOf(corte.ruta)}: ${corte.mostrados.toLocaleString('es')} de ${describeTotal(corte)}`,
    )
  return { isCut: true, partes, otras: cortes.length - partes.length }
}

/** Of a list that was cut nobody needs to hear that its last item was, too. */
function outermost(cortes: readonly Corte[]): readonly Corte[] {
  return cortes.filter(
    ({ ruta }) =>
      !cortes.some((other) => {
        const isAround = other.clase === 'lista' && other.ruta.length < ruta.length
        return isAround && other.ruta.every((step, at) => step === ruta[at])
      }),
  )
}

/** A place in a value as a person writes it. */
export function nameOf(ruta: Corte['ruta']): string {
  if (ruta.length === 0) return 'Todo el valor'
  return ruta
    .map((step, at) => (typeof step === 'number' ? `[${step + 1}]` : at === 0 ? step : `.${step}`))
    .join('')
}

const UNITS = {
  lista: ['fila', 'filas'],
  texto: ['carácter', 'caracteres'],
  campos: ['campo', 'campos'],
} as const

export function describeTotal({ clase, total }: Pick<Corte, 'clase' | 'total'>): string {
  return `${total.toLocaleString('es')} ${UNITS[clase][total === 1 ? 0 : 1]}`
}
