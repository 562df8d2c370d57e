import { FLUJO_VERSION, type Flujo } from '@div/contract'
import type { Product } from './product.ts'
import { idOf } from './publish-proceso.ts'

const posicion = { x: 0, y: 0 }

/** A purchase that waits for somebody to approve it; answers the id of its run. */
export async function askForApproval(product: Product): Promise<string> {
  const servidor = { nombre: 'Aprobaciones', tipoServidor: 'interno', config: {} }
  const { json: created } = await product.api('POST', '/servidores', servidor)
  const proceso = { nombre: 'Comprar muebles', modo: 'durable', flujo: buying(idOf(created)) }
  const { json } = await product.api('POST', '/procesos', proceso)
  const entrada = {
    proveedor: 'Muebles del Sur',
    total: 1_250,
    motivo: 'Doce sillas para la sala de reuniones',
  }
  const { json: run } = await product.api('POST', `/procesos/${idOf(json)}/ejecutar`, { entrada })
  return (run as { idEjecucion: string }).idEjecucion
}

function buying(servidorId: string): Flujo {
  const campos = ['proveedor', 'total', 'motivo'] as const
  return {
    version: FLUJO_VERSION,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion,
        parametros: campos.map((nombre) => ({
          nombre,
          tipo: nombre === 'total' ? 'entero' : 'texto',
          ...(nombre === 'proveedor' && { validacion: { largoMinimo: 3 } }),
        })),
      },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Pedir permiso',
        posicion: { x: 320, y: 0 },
        servidorId,
        tipoServidor: 'interno',
        tipoObjeto: 'aprobacion',
        objeto: {
          titulo: 'Compra de más de 1.000 €',
          descripcion: 'El presupuesto del trimestre alcanza para dos compras como esta.',
          rol: 'operador',
        },
        parametros: campos.map((nombre) => ({ nombre, valorAsignado: { nodo: 'n1', ruta: nombre } })),
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Salida',
        posicion: { x: 640, y: 0 },
        parametros: [{ nombre: 'aprobada', valorAsignado: { nodo: 'n2', ruta: 'aprobada' } }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}
