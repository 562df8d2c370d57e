import { FLUJO_VERSION, type Flujo, type Nodo } from '@div/contract'
import { type Product, until } from './product.ts'
import { createProceso, idOf, publishProceso } from './publish-proceso.ts'

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

/** The same while its run compares prices, for so long; answers its id. */
export async function askWhileWorking(product: Product, ms: number): Promise<string> {
  const [{ id } = { id: '' }] = (await product.api('GET', '/servidores?q=Aprobaciones')).json as {
    id: string
  }[]
  const does = (nodo: Pick<Nodo, 'id' | 'nombre' | 'posicion' | 'tipoObjeto' | 'objeto'>): Nodo => ({
    ...{ tipo: 'proceso', servidorId: id, tipoServidor: 'interno', parametros: [], ...nodo },
  })
  const espera = does({ id: 'n2', nombre: 'Tardar', posicion, tipoObjeto: 'espera', objeto: { ms } })
  const [entrada, , salida] = buying(id).nodos as [Nodo, Nodo, Nodo]
  // What another proceso does it does in memory: nothing of it sleeps.
  const compara = await createProceso(product, 'Comparar', {
    version: FLUJO_VERSION,
    nodos: [{ ...entrada, parametros: [] }, espera, { ...salida, parametros: [] }],
    conexiones: buying(id).conexiones,
  })
  await product.api('POST', `/procesos/${compara}/publicar`, {})
  const { nodos, ...flujo } = buying(id)
  const llama = does({
    id: 'n4',
    nombre: 'Comparar precios',
    posicion: { x: 320, y: 200 },
    tipoObjeto: 'proceso',
    objeto: { procesoId: compara },
  })
  const apunta = does({
    id: 'n5',
    nombre: 'Apuntar la compra',
    posicion: { x: 480, y: 0 },
    tipoObjeto: 'registro',
    objeto: { mensaje: 'Aprobada' },
  })
  const conexiones = ['n1>n2', 'n2>n5', 'n5>n3', 'n1>n4', 'n4>n3'].map((each) => {
    const [origen = '', destino = ''] = each.split('>')
    return { id: each, origen, destino }
  })
  const drawn = { ...flujo, nodos: [...nodos, llama, apunta], conexiones }
  const proceso = { nombre: 'Comprar mientras compara', modo: 'durable', flujo: drawn }
  const procesoId = idOf((await product.api('POST', '/procesos', proceso)).json)
  const ruta = await publishProceso(product, procesoId, { metodo: 'POST', ruta: '/' }, { modo: 'asincrono' })
  const pedido = { proveedor: 'Muebles del Norte', total: 2_000, motivo: 'Dos mesas' }
  const { json } = await until(
    () => product.motor('POST', `/rest/${ruta}/`, pedido),
    ({ status }) => status === 202,
  )
  return (json as { idEjecucion: string }).idEjecucion
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
