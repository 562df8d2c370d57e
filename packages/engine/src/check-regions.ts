import type { Findings } from './findings.ts'
import type { Graph, Vertex } from './graph.ts'
import { enclosing, entersRegion, type Region, type Regions } from './regions.ts'

/** Every split has one join of its own, and what lies between the two is a region. */
export function checkRegions(graph: Graph, regions: Regions, findings: Findings): void {
  for (const vertex of graph.vertices.values()) {
    const { nodo } = vertex
    if (nodo.tipo === 'splitter-split') checkSplit(graph, vertex, findings)
    if (nodo.tipo === 'splitter-join' && !isSplit(graph, String(nodo.split))) {
      findings.add(nodo.id, 'split', 'Diga qué split cierra este join: el que indica no existe.')
    }
    if (nodo.tipo === 'salida' && regions.of.has(nodo.id)) {
      findings.add(nodo.id, 'tipo', 'Una salida no puede estar entre un split y su join.')
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
  if (joins.length === 0) findings.add(nodo.id, 'tipo', 'Falta el splitter-join que cierra este split.')
  if (joins.length > 1) findings.add(nodo.id, 'tipo', 'Este split tiene más de un splitter-join.')
  if (!salientes.some(entersRegion))
    findings.add(nodo.id, 'conexiones', 'De este split no parte ninguna rama.')
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
    findings.add(join, 'conexiones', 'Ninguna rama de su split llega a este join.')
  if (regions.of.get(split) !== regions.of.get(join))
    findings.add(join, 'split', 'El split y su join deben estar en la misma región.')
  for (const { origen } of entrantes) {
    if (ids.has(origen)) continue
    const mensaje = `A este join solo pueden llegar ramas de su split; «${origen}» no lo es.`
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
      findings.add(id, 'conexiones', 'La salida de error de un split sale de su región; aquí entra en ella.')
    } else if (origen !== split && !ids.has(origen)) {
      const mensaje = `Entre un split y su join solo se entra por el split; «${origen}» está fuera.`
      findings.add(id, 'conexiones', mensaje)
    }
  }
  const around = enclosing(regions, id)
  if (around.length > 0 && !around.includes(region)) {
    findings.add(
      id,
      'conexiones',
      'Las regiones de dos splits se cruzan: deben estar una dentro de otra o separadas.',
    )
  }
}

function checkBranches({ branches }: Region, findings: Findings): void {
  const shared = branches.flatMap(({ ids }, position) =>
    branches.slice(position + 1).flatMap((other) => [...ids].filter((id) => other.ids.has(id))),
  )
  for (const id of shared) {
    findings.add(id, 'conexiones', 'Las ramas de un split sin lista no pueden cruzarse antes de su join.')
  }
}
