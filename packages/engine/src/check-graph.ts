import type { Flujo, Limits } from '@div/contract'
import { checkRegions } from './check-regions.ts'
import type { Findings } from './findings.ts'
import { type Graph, reach } from './graph.ts'
import type { Regions } from './regions.ts'

/** What must hold before nodes are looked at one by one: the drawing itself. */
export function checkGraph(
  { flujo, graph, regions, limits }: { flujo: Flujo; graph: Graph; regions: Regions; limits: Limits },
  findings: Findings,
): void {
  checkIdentity(flujo, limits, findings)
  checkConnections(flujo, graph, findings)
  checkEntrada(flujo, graph, findings)
  checkCycles(graph, findings)
  checkRegions(graph, regions, findings)
}

function checkIdentity({ nodos, conexiones }: Flujo, limits: Limits, findings: Findings): void {
  if (nodos.length > limits.nodos) {
    findings.add(null, 'nodos', `El proceso tiene ${nodos.length} nodos; el límite es ${limits.nodos}.`)
  }
  for (const id of repeated(nodos.map(({ id }) => id))) {
    findings.add(id, 'id', `Hay más de un nodo con el identificador «${id}».`)
  }
  for (const id of repeated(conexiones.map(({ id }) => id))) {
    findings.add(null, 'conexiones', `Hay más de una conexión con el identificador «${id}».`)
  }
}

function checkConnections({ conexiones }: Flujo, { vertices }: Graph, findings: Findings): void {
  const seen = new Set<string>()
  for (const { id, origen, destino, salida = '' } of conexiones) {
    for (const end of [origen, destino]) {
      if (!vertices.has(end))
        findings.add(null, 'conexiones', `La conexión «${id}» une un nodo que no existe: «${end}».`)
    }
    const key = JSON.stringify([origen, salida, destino])
    if (seen.has(key)) findings.add(origen, 'conexiones', `La conexión «${id}» repite otra igual.`)
    seen.add(key)
  }
  for (const { nodo, entrantes, salientes } of vertices.values()) {
    if (nodo.tipo === 'entrada' && entrantes.length > 0) {
      findings.add(nodo.id, 'conexiones', 'La entrada no puede recibir conexiones.')
    }
    if (nodo.tipo === 'salida' && salientes.length > 0) {
      findings.add(nodo.id, 'conexiones', 'De una salida no puede partir ninguna conexión.')
    }
  }
}

function checkEntrada({ nodos }: Flujo, graph: Graph, findings: Findings): void {
  const entradas = nodos.filter(({ tipo }) => tipo === 'entrada')
  if (entradas.length === 0) findings.add(null, 'nodos', 'Falta el nodo de entrada.')
  for (const { id } of entradas.slice(1)) findings.add(id, 'tipo', 'Solo puede haber un nodo de entrada.')
  const reached = reach(
    graph,
    entradas.map(({ id }) => id),
  )
  for (const { id, tipo } of nodos) {
    if (tipo !== 'entrada' && !reached.has(id)) {
      findings.add(id, 'conexiones', 'No se llega a este nodo desde la entrada: conéctelo o quítelo.')
    }
  }
  if (!nodos.some(({ tipo }) => tipo === 'salida')) {
    findings.add(null, 'nodos', 'No hay ningún nodo de salida: quien llame no recibirá datos.', 'aviso')
  }
}

function checkCycles({ vertices, orden }: Graph, findings: Findings): void {
  const sorted = new Set(orden.map(({ nodo }) => nodo.id))
  for (const { nodo } of vertices.values()) {
    if (!sorted.has(nodo.id)) {
      findings.add(
        nodo.id,
        'conexiones',
        'El nodo está en un ciclo o depende de uno: un proceso no puede volver atrás.',
      )
    }
  }
}

function repeated(values: readonly string[]): Set<string> {
  const seen = new Set<string>()
  return new Set(values.filter((value) => seen.size === seen.add(value).size))
}
