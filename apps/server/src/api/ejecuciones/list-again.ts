import { DatosInvalidos, type Flujo, type Nodo } from '@div/contract'

/** The node and everything that it leads to, and those that share an unfinished transaction with any of them. */
export function listAgain(flujo: Flujo, from: string): ReadonlySet<string> {
  const downstream = reach(flujo, [from])
  const reopened = new Set(
    flujo.nodos.flatMap((each) => (downstream.has(each.id) ? nameTransaccion(each) : [])),
  )
  const members = flujo.nodos.filter((each) => nameTransaccion(each).some((name) => reopened.has(name)))
  return downstream.union(new Set(members.map(({ id }) => id)))
}

/** The splits in whose regions a node lies. */
export function listSplitsAround(flujo: Flujo, nodo: string): string[] {
  return flujo.nodos.flatMap(({ id: join, tipo, split }) => {
    if (tipo !== 'splitter-join') return []
    const starts = flujo.conexiones.filter(({ origen, salida }) => origen === split && salida !== 'error')
    const inside = reach(
      flujo,
      starts.map(({ destino }) => destino),
      join,
    )
    return inside.has(nodo) && nodo !== join ? String(split) : []
  })
}

/** At `nodo` of what was asked for: as the API says it of a field. */
export function refuseField(campo: 'nodo' | 'iteracion', mensaje: string) {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}

function reach({ conexiones }: Flujo, starts: readonly string[], until?: string): ReadonlySet<string> {
  const found = new Set(starts)
  // A set goes on over what is added while it is walked.
  for (const id of found) {
    if (id === until) continue
    for (const { origen, destino } of conexiones) if (origen === id) found.add(destino)
  }
  return found
}

function nameTransaccion({ servidorId, transaccion }: Nodo): string[] {
  return typeof transaccion === 'string' ? [`${String(servidorId)} ${transaccion}`] : []
}
