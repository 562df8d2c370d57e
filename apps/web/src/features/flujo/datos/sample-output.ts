import type { Nodo, ResultadoDeEjecucion } from '@div/contract'

/** What a node put out in the last run; of an entrada that did not run, what its examples say. Undefined: nobody knows. */
export function sampleOutput(nodo: Nodo, resultado: ResultadoDeEjecucion | null): unknown {
  const paso = resultado?.pasos.find((each) => each.nodo === nodo.id && each.estado === 'ok')
  if (paso?.salida !== undefined) return paso.salida
  return nodo.tipo === 'entrada' ? examplesOf(nodo) : undefined
}

/** Undefined where nothing has an example: an entrada of nothing but nulls would show results that never come. */
function examplesOf({ parametros }: Nodo): unknown {
  const given = parametros.flatMap(({ nombre, ejemplo, defecto }) => {
    const valor = ejemplo ?? defecto
    return valor === undefined || valor === null ? [] : [[nombre, valor] as const]
  })
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
