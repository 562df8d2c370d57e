import type { Flujo, Nodo, Parametro } from '@div/contract'

/** Something that callers of the published version rely on and that would be no more. */
export interface ContractBreak {
  /** The node that declares it. */
  nodo: string
  /** A sentence. */
  mensaje: string
}

/** What breaks for callers: data that they send or read and that is gone, asked for or of another type. */
export function listBreaks(before: Flujo, after: Flujo): ContractBreak[] {
  return [...breaksOfEntrada(before, after), ...breaksOfSalidas(before, after)]
}

function breaksOfEntrada(before: Flujo, after: Flujo): ContractBreak[] {
  const [old, young] = [entradaOf(before), entradaOf(after)]
  if (old === undefined || young === undefined) return []
  const asked = byNombre(young.parametros)
  const known = byNombre(old.parametros)
  const breaks = [
    ...[...known].flatMap(([nombre, parametro]) => breakOfDato(nombre, parametro, asked.get(nombre))),
    ...[...asked].flatMap(([nombre, parametro]) =>
      !known.has(nombre) && isDemanded(parametro)
        ? [`La entrada exige un dato nuevo, «${nombre}»: las llamadas de antes fallarán.`]
        : [],
    ),
  ]
  return breaks.map((mensaje) => ({ nodo: young.id, mensaje }))
}

function breakOfDato(nombre: string, before: Parametro, after: Parametro | undefined): string[] {
  if (after === undefined) return [`La entrada ya no lee «${nombre}».`]
  return [
    ...(isDemanded(after) && !isDemanded(before)
      ? [`«${nombre}» pasa a ser obligatorio en la entrada: fallarán las llamadas que no lo envían.`]
      : []),
    ...(typeOf(before) !== typeOf(after) && typeOf(after) !== 'cualquiera'
      ? [`«${nombre}» de la entrada cambia de ${typeOf(before)} a ${typeOf(after)}.`]
      : []),
    ...(before.origen !== after.origen
      ? [`«${nombre}» de la entrada se toma ahora de otro sitio de la llamada.`]
      : []),
  ]
}

/** Salidas are told apart by the status that they answer with. */
function breaksOfSalidas(before: Flujo, after: Flujo): ContractBreak[] {
  const young = Map.groupBy(after.nodos.filter(isSalida), estadoOf)
  const old = Map.groupBy(before.nodos.filter(isSalida), estadoOf)
  return [...old].flatMap(([estado, salidas]) => {
    const now = young.get(estado)
    const [first] = now ?? []
    if (now === undefined || first === undefined) {
      return salidas.map(({ id }) => ({ nodo: id, mensaje: `Ya no hay respuesta con el estado ${estado}.` }))
    }
    const fields = new Map(now.flatMap(({ parametros }) => [...byNombre(parametros)]))
    return salidas.flatMap(({ parametros }) =>
      [...byNombre(parametros)].flatMap(([nombre, parametro]) =>
        breakOfCampo({ nombre, estado }, parametro, fields.get(nombre)).map((mensaje) => ({
          nodo: first.id,
          mensaje,
        })),
      ),
    )
  })
}

function breakOfCampo(
  { nombre, estado }: { nombre: string; estado: number },
  before: Parametro,
  after: Parametro | undefined,
): string[] {
  if (after === undefined) return [`La respuesta ${estado} ya no tiene «${nombre}».`]
  return typeOf(before) === typeOf(after)
    ? []
    : [`«${nombre}» de la respuesta ${estado} cambia de ${typeOf(before)} a ${typeOf(after)}.`]
}

const entradaOf = ({ nodos }: Flujo) => nodos.find(({ tipo }) => tipo === 'entrada')
const isSalida = ({ tipo }: Nodo) => tipo === 'salida'
const estadoOf = ({ estadoHttp }: Nodo) => (typeof estadoHttp === 'number' ? estadoHttp : 200)
const byNombre = (parametros: readonly Parametro[]) =>
  new Map(parametros.map((parametro) => [parametro.nombre, parametro]))
const isDemanded = ({ requerido = false, defecto }: Parametro) => requerido && defecto === undefined
const typeOf = ({ tipo = 'cualquiera' }: Parametro) => tipo
