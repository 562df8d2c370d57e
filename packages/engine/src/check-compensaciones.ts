import { COMPENSAR, type Conexion, type Flujo, type Nodo } from '@div/contract'
import type { Compensaciones } from './compensations.ts'
import type { Findings } from './findings.ts'
import type { Graph, Vertex } from './graph.ts'

/** A branch that undoes a node is nobody else's way, and somebody asks for it. */
export function checkCompensaciones(
  { graph, compensaciones, flujo }: { graph: Graph; compensaciones: Compensaciones; flujo: Flujo },
  findings: Findings,
): void {
  for (const vertex of graph.vertices.values()) checkPolitica(vertex, flujo, findings)
  for (const [id, { ids }] of compensaciones.byNodo) {
    for (const each of ids) {
      const vertex = graph.vertices.get(each)
      if (vertex) checkMember(vertex, { undone: id, ids, graph }, findings)
    }
  }
  if (flujo.compensacion !== undefined && !flujo.nodos.some(isUndone)) {
    findings.add(
      null,
      'compensacion',
      'El proceso pide deshacer lo hecho, y ningún nodo dice cómo: marque «Se deshace con una rama» en la política de los que tienen efecto.',
      'aviso',
    )
  }
}

export function isUndone({ politica }: Nodo): boolean {
  return politica?.compensacion === true
}

function checkPolitica({ nodo, salientes }: Vertex, { compensacion }: Flujo, findings: Findings): void {
  if (!isUndone(nodo)) return
  const campo = 'politica.compensacion'
  if (nodo.tipo !== 'proceso')
    return findings.add(nodo.id, campo, 'Solo un nodo proceso tiene un efecto que deshacer: quite la marca.')
  if (!salientes.some(({ salida }) => salida === COMPENSAR))
    findings.add(
      nodo.id,
      campo,
      'De su salida «compensar» no parte ninguna conexión: dibuje lo que deshace este nodo.',
      'aviso',
    )
  if (compensacion === undefined)
    findings.add(
      nodo.id,
      campo,
      'El proceso no pide deshacer lo hecho: elija cuándo, en el menú del modo, o esta rama no se ejecuta nunca.',
      'aviso',
    )
}

function checkMember(
  { nodo, entrantes }: Vertex,
  { undone, ids, graph }: { undone: string; ids: ReadonlySet<string>; graph: Graph },
  findings: Findings,
): void {
  const nombre = graph.vertices.get(undone)?.nodo.nombre ?? undone
  const isOwn = ({ origen, salida }: Conexion) =>
    ids.has(origen) || (origen === undone && salida === COMPENSAR)
  if (!entrantes.every(isOwn))
    findings.add(
      nodo.id,
      'conexiones',
      `La rama que deshace «${nombre}» va por su cuenta: no puede volver al camino normal ni juntarse con otra.`,
    )
  if (nodo.tipo === 'salida')
    findings.add(nodo.id, 'tipo', 'En una rama que deshace no hay salidas: quien llamó recibe el error.')
  if (isUndone(nodo))
    findings.add(nodo.id, 'politica.compensacion', 'Lo que deshace a otro nodo no se deshace a su vez.')
  if (typeof nodo.transaccion === 'string')
    findings.add(
      nodo.id,
      'transaccion',
      'En una rama que deshace no hay transacciones: cada paso se reintenta por su cuenta.',
    )
}
