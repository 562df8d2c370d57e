import { compileCoercion, type ErrorDeCampo, type TipoDato } from '@div/contract'
import { isKeptSecret } from '@div/ui'

/** What is left of a value when its type changes: as much as the new type makes of it. */
export function valorOfTipo(valor: unknown, tipo: TipoDato): unknown {
  if (valor === undefined || valor === null || isKeptSecret(valor)) return undefined
  const errores: ErrorDeCampo[] = []
  const coerced = compileCoercion({ nombre: 'valor', tipo })(valor, 'valor', errores)
  // As the API would tell it: days and instants are texts there.
  return errores.length > 0 ? undefined : JSON.parse(JSON.stringify(coerced))
}
