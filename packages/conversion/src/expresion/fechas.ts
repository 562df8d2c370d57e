import { writeTexto } from '@div/contract'
import type { Expresion } from './parse.ts'

/** Units of time, in the plural, as our functions add them. */
const SUMAR: ReadonlyMap<string, string> = new Map([
  ['years', 'SUMAR_ANIOS'],
  ['months', 'SUMAR_MESES'],
  ['weeks', 'SUMAR_SEMANAS'],
  ['days', 'SUMAR_DIAS'],
  ['hours', 'SUMAR_HORAS'],
  ['minutes', 'SUMAR_MINUTOS'],
  ['seconds', 'SUMAR_SEGUNDOS'],
])
/** Parts of a written date, longest first, and how our formats call them. */
const PARTES: readonly (readonly [theirs: string, ours: string])[] = [
  ['yyyy', 'aaaa'],
  ['YYYY', 'aaaa'],
  ['MMMM', 'mmmm'],
  ['MMM', 'mmm'],
  ['yy', 'aa'],
  ['MM', 'mm'],
  ['dd', 'dd'],
  ['DD', 'dd'],
  ['HH', 'hh'],
  ['mm', 'nn'],
  ['ss', 'ss'],
]

/** `plus({ days: 1 })` or `plus(1, 'days')`: the function that adds and how many. Null: another way to say it. */
export function readDuracion(con: readonly Expresion[]): { funcion: string; cuanto: Expresion } | null {
  const [first, second] = con
  if (first?.clase === 'objeto') {
    const [campo, ...others] = first.campos
    const funcion = SUMAR.get(pluralOf(campo?.nombre ?? ''))
    return campo && funcion && others.length === 0 ? { funcion, cuanto: campo.valor } : null
  }
  if (first === undefined || second?.clase !== 'literal') return null
  const funcion = SUMAR.get(pluralOf(String(second.valor)))
  return funcion === undefined ? null : { funcion, cuanto: first }
}

function pluralOf(unit: string): string {
  return unit.endsWith('s') ? unit : `${unit}s`
}

/** A format of a date as a formula writes it; null when it has a part that ours do not know. */
export function writeFormato(format: string): string | null {
  let rest = format
  let ours = ''
  while (rest !== '') {
    const [theirs, part] = PARTES.find(([each]) => rest.startsWith(each)) ?? [rest.charAt(0), rest.charAt(0)]
    if (theirs === part && /[A-Za-z]/.test(part) && part.length === 1) return null
    ours += part
    rest = rest.slice(theirs.length)
  }
  return writeTexto(ours)
}
