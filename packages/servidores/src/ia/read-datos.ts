import { type ErrorDeCampo, LimiteSuperado, type Limits, readExactJson } from '@div/contract'

type Check = (value: unknown, errores: ErrorDeCampo[]) => unknown

/** The data of an answer, or what is wrong with it. */
export type Leido = { datos: unknown } | { problema: string; errores: readonly ErrorDeCampo[] }

const MAX_TOLD = 20

/** Models put JSON between fences, however they are asked for it alone. */
const FENCED = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/

export function readDatos(texto: string, check: Check, limits: Pick<Limits, 'profundidad'>): Leido {
  if (texto.trim() === '') return { problema: 'no contestó nada', errores: [] }
  let value: unknown
  try {
    value = readExactJson(FENCED.exec(texto)?.[1] ?? texto, limits)
  } catch (cause) {
    if (cause instanceof LimiteSuperado) return { problema: 'anida demasiado', errores: [] }
    // Text instead of data, or cut JSON: the model is told.
    return { problema: 'no es JSON', errores: [] }
  }
  const errores: ErrorDeCampo[] = []
  const datos = check(value, errores)
  if (errores.length === 0) return { datos }
  const told = errores.slice(0, MAX_TOLD)
  return {
    problema: told.map(({ campo, mensaje }) => `«${campo}»: ${sentence(mensaje)}`).join('; '),
    errores: told,
  }
}

/** Within a longer one. */
function sentence(mensaje: string): string {
  return mensaje.replace(/\.$/, '')
}
