import { FLUJO_VERSION, type Flujo } from '@div/contract'

export interface CallNode {
  servidorId: string
  tipoServidor: string
  tipoObjeto: string
  objeto: object
  transaccion?: string
}

const posicion = { x: 0, y: 0 }

export function healthyFlujo(): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: [] },
      {
        id: 'n2',
        tipo: 'salida',
        nombre: 'Respuesta',
        posicion,
        parametros: [{ nombre: 'saludo', expresion: 'MAYUSCULAS("hola")' }],
      },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
}

/** Answers the text that it is given. */
export function echoFlujo(): Flujo {
  const { nodos, ...flujo } = healthyFlujo()
  const entrada = { nombre: 'texto', tipo: 'texto', requerido: true, orden: 1 } as const
  const salida = { nombre: 'texto', valorAsignado: { nodo: 'n1', ruta: 'texto' } }
  return {
    ...flujo,
    nodos: nodos.map((nodo) => ({ ...nodo, parametros: nodo.tipo === 'entrada' ? [entrada] : [salida] })),
  }
}

/** entrada → one call → salida with what it answered. */
export function callFlujo(node: CallNode): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: [] },
      { id: 'n2', tipo: 'proceso', nombre: 'Llamada', posicion, parametros: [], ...node },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Respuesta',
        posicion,
        parametros: [{ nombre: 'cuerpo', valorAsignado: { nodo: 'n2', ruta: '' } }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}
