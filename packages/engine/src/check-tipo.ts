import { fitTipo, type TipoDato } from '@div/contract'
import type { Scope } from './node-definition.ts'

/** Nothing converts what a node puts out: a type that does not fit goes on as it is, which is said before it runs. */
export function checkTipo(
  declared: TipoDato | undefined,
  given: TipoDato,
  place: string,
  scope: Scope,
): void {
  const fit = fitTipo(declared, given)
  if (fit === 'igual') return
  // A driver has conversions of its own for what a call is given.
  if (scope.nodo.tipo === 'proceso' || fit === 'convertible') {
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
