import type { Parametro } from '@div/contract'
import type { SourceField } from '../../datos/source-fields.ts'

/** A declaration of what a field is, as far as that is known. */
export function declaredLike({ nombre, tipo, campos }: SourceField): Parametro {
  const [first] = campos
  return {
    nombre,
    tipo,
    ...(tipo === 'objeto' && campos.length > 0 && { campos: campos.map(declaredLike) }),
    ...(tipo === 'lista' && first && { elemento: { ...declaredLike(first), nombre: '' } }),
  }
}
