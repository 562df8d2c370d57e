import { compileCoercion, type ErrorDeCampo, type Parametro } from '@div/contract'

/** What a run would refuse of it, each at its field below `campo`. */
export function checkEntrada(
  parametros: readonly Parametro[],
  entrada: Readonly<Record<string, unknown>>,
  campo = 'entrada',
): ErrorDeCampo[] {
  const errores: ErrorDeCampo[] = []
  for (const parametro of parametros)
    compileCoercion(parametro)(entrada[parametro.nombre], `${campo}.${parametro.nombre}`, errores)
  return errores
}
