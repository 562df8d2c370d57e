import type { Findings } from './findings.ts'
import type { Graph, Vertex } from './graph.ts'
import { enclosing, entersRegion, type Region, type Regions } from './regions.ts'

/** Every split has one join of its own, and what lies between the two is a region. */
export function checkRegions(graph: Graph, regions: Regions, findings: Findings): void {
  for (const vertex of graph.vertices.values()) {
    const { nodo } = vertex
    if (nodo.tipo === 'splitter-split') checkSplit(graph, vertex, findings)
    if (nodo.tipo === 'splitter-join' && !isSplit(graph, String(nodo.split))) {
      findings.add(
        nodo.id,
        'split',
        'Diga qué «Splitter (dividir)» cierra este nodo: el que indica no existe.',
      )
    }
    if (nodo.tipo === 'salida' && regions.of.has(nodo.id)) {
      findings.add(
        nodo.id,
        'tipo',
        'Una salida no puede estar entre un «Splitter (dividir)» y su «Splitter (unir)».',
      )
    }
  }
  for (const region of regions.bySplit.values()) {
    checkJoin(graph, regions, region, findings)
    for (const id of region.ids) checkMember(graph, regions, region, { id, findings })
    checkBranches(region, findings)
  }
}

function isSplit({ vertices }: Graph, id: string): boolean {
  return vertices.get(id)?.nodo.tipo === 'splitter-split'
}

function checkSplit({ vertices }: Graph, { nodo, salientes }: Vertex, findings: Findings): void {
  const joins = [...vertices.values()].filter(
    (other) => other.nodo.tipo === 'splitter-join' && other.nodo.split === nodo.id,
  )
  if (joins.length === 0) findings.add(nodo.id, 'tipo', 'Falta el «Splitter (unir)» que cierra este nodo.')
  if (joins.length > 1)
    findings.add(nodo.id, 'tipo', 'Varios «Splitter (unir)» cierran este nodo: deje solo uno.')
  if (!salientes.some(entersRegion))
    findings.add(nodo.id, 'conexiones', 'De este nodo no parte ninguna rama.')
}

/** A region is left by its join only. */
function checkJoin(
  { vertices }: Graph,
  regions: Regions,
  { split, join, ids }: Region,
  findings: Findings,
): void {
  const entrantes = vertices.get(join)?.entrantes ?? []
  if (entrantes.every(({ origen }) => !ids.has(origen)))
    findings.add(join, 'conexiones', 'Ninguna rama de su «Splitter (dividir)» llega a este nodo.')
  if (regions.of.get(split) !== regions.of.get(join))
    findings.add(join, 'split', 'Este nodo y su «Splitter (dividir)» deben estar en la misma región.')
  for (const { origen } of entrantes) {
    if (ids.has(origen)) continue
    const mensaje = `A este nodo solo pueden llegar ramas de su «Splitter (dividir)»; «${nombreOf(vertices, origen)}» está fuera.`
    findings.add(join, 'conexiones', mensaje)
  }
}

/** A region is entered by its split only, and lies inside another or beside it. */
function checkMember(
  { vertices }: Graph,
  regions: Regions,
  region: Region,
  { id, findings }: { id: string; findings: Findings },
): void {
  const { split, ids } = region
  for (const { origen, salida } of vertices.get(id)?.entrantes ?? []) {
    if (origen === split && !entersRegion({ salida })) {
      findings.add(
        id,
        'conexiones',
        'La salida de error de un «Splitter (dividir)» sale de su región; aquí entra en ella.',
      )
    } else if (origen !== split && !ids.has(origen)) {
      const mensaje = `Entre un «Splitter (dividir)» y su «Splitter (unir)» solo se entra por el primero; «${nombreOf(vertices, origen)}» está fuera.`
      findings.add(id, 'conexiones', mensaje)
    }
  }
  const around = enclosing(regions, id)
  if (around.length > 0 && !around.includes(region)) {
    findings.add(
      id,
      'conexiones',
      'Las regiones de dos «Splitter (dividir)» se cruzan: deben estar una dentro de otra o separadas.',
    )
  }
}

function checkBranches({ branches }: Region, findings: Findings): void {
  const shared = branches.flatMap(({ ids }, position) =>
    branches.slice(position + 1).flatMap((other) => [...ids].filter((id) => other.ids.has(id))),
  )
  for (const id of shared) {
    findings.add(
      id,
      'conexiones',
      'Las ramas de un «Splitter (dividir)» sin lista no pueden cruzarse antes de su «Splitter (unir)».',
    )
  }
}

function nombreOf(vertices: Graph['vertices'], id: string): string {
  return vertices.get(id)?.nodo.nombre ?? id
}
