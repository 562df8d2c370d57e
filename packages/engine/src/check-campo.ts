import { campoOf, type Nodo, type Parametro } from '@div/contract'
import { nearestName } from './nearest-name.ts'

type Keys = readonly (string | number)[]

/** What is wrong with a path into the output of a node whose fields are declared; null when it may be there. */
export function checkCampo({ id, tipo, parametros, lista, politica }: Nodo, keys: Keys): string | null {
  if (tipo === 'entrada') {
    const missing = findMissing(parametros, keys)
    return missing && say('La entrada', keys, missing)
  }
  // With a list it yields `elementos`; on its error branch, the error. Nothing holds its values to their declared fields.
  if (tipo !== 'transformacion' || lista !== undefined || politica?.enError === 'rama') return null
  const missing = findMissing(parametros, keys.slice(0, 1))
  return missing && say(`La transformación «${id}»`, keys, missing)
}

interface Missing {
  /** How many keys lead to the one that is missing, itself included. */
  depth: number
  nearest: string | null
}

/** An entrada refuses what it does not declare, so that what is missing here is null in every run. */
function findMissing(parametros: readonly Parametro[], keys: Keys, depth = 1): Missing | null {
  const key = keys[depth - 1]
  if (key === undefined) return null
  const nombre = String(key)
  const declared = parametros.find((each) => each.nombre === nombre)
  if (declared) return findInside(declared, keys, depth + 1)
  const nombres = parametros.map((each) => each.nombre)
  return { depth, nearest: nearestName(nombre, nombres) }
}

function findInside({ tipo, campos = [], elemento }: Parametro, keys: Keys, depth: number): Missing | null {
  if (tipo === 'objeto' && campos.length > 0) return findMissing(campos, keys, depth)
  if (tipo === 'lista' && elemento && typeof keys[depth - 1] === 'number')
    return findInside(elemento, keys, depth + 1)
  return null
}

function say(who: string, keys: Keys, { depth, nearest }: Missing): string {
  const campo = campoOf(keys.slice(0, depth))
  return `${who} no declara «${campo}».${nearest === null ? '' : ` ¿Quiso decir «${nearest}»?`}`
}
