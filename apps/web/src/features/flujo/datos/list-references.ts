import type { Flujo, Nodo, Paso, ResultadoDeEjecucion } from '@div/contract'
import { leadingTo } from '../document/graph-walk.ts'
import { listRutas, type RutaOffered } from './list-rutas.ts'

/** What a node before this one puts out, as far as it is known. */
export interface NodoOffered {
  id: string
  nombre: string
  rutas: readonly RutaOffered[]
}

/** The data that a node may refer to, of the nearest node first: what a run showed, or else what the drawing says. */
export function listReferences(
  flujo: Flujo,
  id: string,
  resultado: ResultadoDeEjecucion | null,
): readonly NodoOffered[] {
  const nodos = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
  return leadingTo(flujo, id)
    .slice(1)
    .flatMap((before) => nodos.get(before) ?? [])
    .map((nodo) => ({
      id: nodo.id,
      nombre: nodo.nombre,
      rutas: rutasOf(
        nodo,
        resultado?.pasos.find((paso) => paso.nodo === nodo.id),
      ),
    }))
}

function rutasOf(nodo: Nodo, paso: Paso | undefined): readonly RutaOffered[] {
  const seen = paso?.estado === 'ok' ? listRutas(paso.salida) : []
  const known = new Set(seen.map(({ ruta }) => ruta))
  return [...seen, ...declaredOf(nodo).filter(({ ruta }) => !known.has(ruta))]
}

function declaredOf({ tipo, parametros, tipoObjeto }: Nodo): readonly RutaOffered[] {
  const plain = (...rutas: string[]) => rutas.map((ruta) => ({ ruta }))
  switch (tipo) {
    case 'entrada':
      return parametros.map(({ nombre, ejemplo }) => ({
        ruta: nombre,
        ...(ejemplo !== undefined && { ejemplo }),
      }))
    case 'transformacion':
      return plain(...parametros.map(({ nombre }) => nombre))
    case 'proceso':
      return tipoObjeto === 'consulta' || tipoObjeto === 'tabla' ? plain('filas', 'filas[0]', 'total') : []
    case 'splitter-split':
      return plain('elemento', 'indice', 'total')
    case 'splitter-join':
      return plain('elementos', 'errores', 'total')
    case 'condicion':
      return plain('caso')
    case 'salida':
      return []
  }
}
