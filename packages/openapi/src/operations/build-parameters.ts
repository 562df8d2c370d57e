import type { Parametro } from '@div/contract'
import type { Lugar, RestParameter } from '../model.ts'

/** How many fields of one body are offered one by one. */
const FIELDS = 500

/** Of a body: its fields one by one, or else all of it as one value. */
export function fieldsOfBody(
  described: Omit<Parametro, 'nombre'>,
  { requerido }: { requerido: boolean },
): RestParameter[] {
  const { campos = [] } = described
  const isWhole = campos.length === 0 || campos.length > FIELDS
  // A field alone that is called so would be taken for the body itself.
  const isMistaken = campos.length === 1 && campos[0]?.nombre === WHOLE
  if (!isWhole && !isMistaken)
    return campos.map((parametro) => ({ parametro, lugar: 'cuerpo', nombre: parametro.nombre }))
  const parametro: Parametro = { nombre: WHOLE, ...described, ...(requerido && { requerido }) }
  return [{ parametro, lugar: 'cuerpo', nombre: WHOLE }]
}

const WHOLE = 'cuerpo'

/** Each under a name that no other has: two places may have the same. */
export function nameApart(parameters: readonly RestParameter[]): RestParameter[] {
  const taken = new Set<string>()
  return parameters.map((parameter) => {
    const nombre = freeName(parameter, taken)
    taken.add(nombre)
    return { ...parameter, parametro: { ...parameter.parametro, nombre } }
  })
}

function freeName({ nombre, lugar }: { nombre: string; lugar: Lugar }, taken: ReadonlySet<string>): string {
  if (!taken.has(nombre)) return nombre
  const placed = `${nombre}_${lugar}`
  let free = placed
  for (let number = 2; taken.has(free); number++) free = `${placed}${number}`
  return free
}
