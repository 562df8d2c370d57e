import { FLUJO_VERSION, type Flujo } from '@div/contract'

export interface CallNode {
  servidorId: string
  tipoServidor: string
  tipoObjeto: string
  objeto: object
  transaccion?: string
}

const posicion = { x: 0, y: 0 }

/** Nodes called by their ids, and the ways between them: `e>a b:error>t`. */
export function drawFlujo(nodos: readonly { id: string }[], caminos: string): object {
  const conexiones = caminos.split(' ').flatMap((camino) => {
    const places = camino.split('>')
    return places.slice(1).map((place, index) => {
      const [origen = '', salida] = (places[index] ?? '').split(':')
      return { origen, destino: place.split(':')[0] ?? '', ...(salida !== undefined && { salida }) }
    })
  })
  return {
    version: FLUJO_VERSION,
    nodos: nodos.map((nodo) => ({ parametros: [], ...nodo, nombre: nodo.id, posicion })),
    conexiones: conexiones.map((conexion, index) => ({ id: `c${index}`, ...conexion })),
  }
}

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
