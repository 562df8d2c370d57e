import type { TipoDato } from '@div/contract'
import type { Scope } from './node-definition.ts'

/** What a declared type takes as it is, beside itself. */
const ALSO_TAKES: Partial<Record<TipoDato, readonly TipoDato[]>> = { decimal: ['entero'] }

/** Types of which some value can be converted to the declared one. */
const CONVERTIBLE: Readonly<Record<TipoDato, readonly TipoDato[]>> = {
  texto: ['entero', 'decimal', 'booleano', 'fecha', 'fechaHora', 'binario'],
  entero: ['texto', 'decimal'],
  decimal: ['texto', 'entero'],
  booleano: ['texto', 'entero', 'decimal'],
  fecha: ['texto', 'fechaHora'],
  fechaHora: ['texto', 'fecha'],
  objeto: ['texto'],
  lista: ['texto'],
  binario: ['texto'],
  cualquiera: [],
}

/** Nothing converts what a node puts out: a type that does not fit goes on as it is, which is said before it runs. */
export function checkTipo(
  declared: TipoDato | undefined,
  given: TipoDato,
  place: string,
  scope: Scope,
): void {
  if (declared === undefined || declared === 'cualquiera' || given === 'cualquiera' || declared === given)
    return
  if (ALSO_TAKES[declared]?.includes(given)) return
  // A driver has conversions of its own for what a call is given.
  if (scope.nodo.tipo === 'proceso' || CONVERTIBLE[declared].includes(given)) {
    scope.finding(
      place,
      `Se declara ${declared} y recibe ${given}: al ejecutar pasa como ${given}, sin convertirse. Añada una conversión.`,
      'aviso',
    )
  } else {
    scope.finding(
      place,
      `Se declara ${declared} y recibe ${given}, que no se puede convertir en ${declared}.`,
    )
  }
}
