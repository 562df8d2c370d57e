import type { Conexion, Nodo, TipoNodo } from '@div/contract'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { handlesOf, openHandles } from '../document/nodo-handles.ts'
import { transaccionOf } from '../document/plan-transaccion.ts'
import { describeObjeto } from './describe-objeto.ts'

/** All of a node that is drawn on the canvas: while it stays equal, nothing is drawn anew, whatever is typed beside. */
export interface NodoFace {
  readonly tipo: TipoNodo
  readonly nombre: string
  /** What it does, in one line. */
  readonly line: string
  /** What it stands or falls together with; null: nothing. */
  readonly transaccion: string | null
  readonly handles: readonly string[]
  /** Those from which nothing goes on yet. */
  readonly open: readonly string[]
}

/** Names of the servidores, by id. */
export type Nombres = ReadonlyMap<string, string>

export function faceOf(nodo: Nodo, leaving: readonly Conexion[], servidores: Nombres): NodoFace {
  return {
    tipo: nodo.tipo,
    nombre: nodo.nombre,
    line: lineOf(nodo, servidores),
    transaccion: transaccionOf(nodo),
    handles: handlesOf(nodo, leaving),
    open: openHandles(nodo, leaving),
  }
}

function lineOf(nodo: Nodo, servidores: Nombres): string {
  const { tipo, parametros } = nodo
  switch (tipo) {
    case 'proceso':
      return describeProceso(nodo, servidores)
    case 'entrada':
      return parametros.length === 0 ? 'Sin datos' : count(parametros.length, 'dato')
    case 'salida':
      return [`HTTP ${nodo.estadoHttp ?? 200}`, ...fields(parametros.length)].join(' · ')
    case 'transformacion':
      return parametros.length === 0 ? TIPO_NODO_LOOKS[tipo].label : count(parametros.length, 'campo')
    case 'splitter-split':
      return nodo.lista === undefined ? 'Ramas a la vez' : 'Por cada elemento'
    case 'splitter-join':
      return parametros.length === 0 ? 'Reúne lo que llega' : count(parametros.length, 'campo')
    case 'condicion':
      return 'El primer caso que se cumple'
  }
}

const fields = (many: number): readonly string[] => (many === 0 ? [] : [count(many, 'campo')])
const count = (many: number, word: string) => (many === 1 ? `1 ${word}` : `${many} ${word}s`)

/** `customer por id · Chinook`; what is not chosen yet is said. Where there is no room for all of it, what it does is what is read. */
function describeProceso(nodo: Nodo, servidores: Nombres): string {
  const { servidorId } = nodo
  if (typeof servidorId !== 'string' || servidorId === '') return 'Elija un servidor'
  return [describeObjeto(nodo) ?? 'Elija qué hacer', servidores.get(servidorId) ?? 'Servidor'].join(' · ')
}
