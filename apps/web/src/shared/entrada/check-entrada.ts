import { compileCoercion, type ErrorDeCampo, type Parametro } from '@div/contract'
import { isRecord } from '@div/ui'

/** What a run would refuse of it, each at its field below `campo`. */
export function checkEntrada(
  parametros: readonly Parametro[],
  entrada: unknown,
  campo = 'entrada',
): ErrorDeCampo[] {
  if (!isRecord(entrada)) return [{ campo, mensaje: 'La entrada es un objeto.' }]
  const errores: ErrorDeCampo[] = []
  for (const parametro of parametros)
    compileCoercion(parametro)(entrada[parametro.nombre], `${campo}.${parametro.nombre}`, errores)
  return errores
}
