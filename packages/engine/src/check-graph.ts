import type { Flujo, Limits } from '@div/contract'
import type { Findings } from './findings.ts'
import { type Graph, reach } from './graph.ts'
import { enclosing, entersRegion, type Region, type Regions } from './regions.ts'

/** What must hold before nodes are looked at one by one: the drawing itself. */
export function checkGraph(
  { flujo, graph, regions, limits }: { flujo: Flujo; graph: Graph; regions: Regions; limits: Limits },
  findings: Findings,
): void {
  checkIdentity(flujo, limits, findings)
  checkConnections(flujo, graph, findings)
  checkEntrada(flujo, graph, findings)
  checkCycles(graph, findings)
  checkSplits(graph, regions, findings)
  for (const region of regions.bySplit.values()) checkRegion(graph, regions, region, findings)
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
  for (const { id } of entradas.slice(1)) findings.add(id, 'tipo', 'Sólo puede haber un nodo de entrada.')
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

function checkSplits({ vertices }: Graph, regions: Regions, findings: Findings): void {
  const joins = [...vertices.values()].filter(({ nodo }) => nodo.tipo === 'splitter-join')
  for (const { nodo, salientes } of vertices.values()) {
    if (nodo.tipo === 'splitter-split') {
      const own = joins.filter((join) => join.nodo.split === nodo.id).length
      if (own !== 1)
        findings.add(
          nodo.id,
          'tipo',
          own === 0
            ? 'Falta el splitter-join que cierra este split.'
            : 'Este split tiene más de un splitter-join.',
        )
      if (!salientes.some(entersRegion))
        findings.add(nodo.id, 'conexiones', 'De este split no parte ninguna rama.')
    }
    if (nodo.tipo === 'splitter-join' && vertices.get(String(nodo.split))?.nodo.tipo !== 'splitter-split') {
      findings.add(nodo.id, 'split', 'Diga qué split cierra este join: el que indica no existe.')
    }
    if (nodo.tipo === 'salida' && regions.of.has(nodo.id)) {
      findings.add(nodo.id, 'tipo', 'Una salida no puede estar entre un split y su join.')
    }
  }
}

/** Regions are entered by their split only, left by their join only, and lie side by side or one inside the other. */
function checkRegion({ vertices }: Graph, regions: Regions, region: Region, findings: Findings): void {
  const { split, join, ids, branches } = region
  if (vertices.get(join)?.entrantes.every(({ origen }) => !ids.has(origen))) {
    findings.add(join, 'conexiones', 'Ninguna rama de su split llega a este join.')
  }
  if (regions.of.get(split) !== regions.of.get(join)) {
    findings.add(join, 'split', 'El split y su join deben estar en la misma región.')
  }
  for (const { origen, destino } of vertices.get(join)?.entrantes ?? []) {
    if (!ids.has(origen))
      findings.add(
        destino,
        'conexiones',
        `A este join sólo pueden llegar ramas de su split; «${origen}» no lo es.`,
      )
  }
  for (const id of ids) {
    for (const { origen, salida } of vertices.get(id)?.entrantes ?? []) {
      if (origen === split && !entersRegion({ salida })) {
        findings.add(
          id,
          'conexiones',
          'La salida de error de un split sale de su región; aquí entra en ella.',
        )
      } else if (origen !== split && !ids.has(origen)) {
        findings.add(
          id,
          'conexiones',
          `Entre un split y su join sólo se entra por el split; «${origen}» está fuera.`,
        )
      }
    }
    const inner = enclosing(regions, id)
    if (inner.at(-1) && !inner.includes(region)) {
      findings.add(
        id,
        'conexiones',
        'Las regiones de dos splits se cruzan: deben estar una dentro de otra o separadas.',
      )
    }
  }
  for (const [position, branch] of branches.entries()) {
    for (const other of branches.slice(position + 1)) {
      for (const id of branch.ids) {
        if (other.ids.has(id))
          findings.add(
            id,
            'conexiones',
            'Las ramas de un split sin lista no pueden cruzarse antes de su join.',
          )
      }
    }
  }
}

function repeated(values: readonly string[]): Set<string> {
  const seen = new Set<string>()
  return new Set(values.filter((value) => seen.size === seen.add(value).size))
}
