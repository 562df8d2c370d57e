import { CLAVE, startProveedor } from '@div/servidores/testing-ia'
import { addContexto } from './contextos-ia.ts'
import type { Product } from './product.ts'
import { idOf } from './publish-proceso.ts'
import type { ScreenShown } from './screens.ts'

/** Who does things with a model, what it has been told, and a conversation in which one of its wishes waits for a person. */
export const AGENTES_SCREENS: readonly ScreenShown[] = [
  {
    name: 'agentes',
    path: async (product) => {
      await addAgente(product)
      return '/ai-agents'
    },
    prepare: (page) => page.getByRole('link', { name: 'Atención de pedidos' }).waitFor(),
  },
  {
    name: 'agente',
    path: async (product) => `/ai-agents/${(await addAgente(product)).agenteId}`,
    prepare: (page) => page.getByRole('region', { name: 'Probar el borrador' }).waitFor(),
  },
  {
    name: 'chat-con-agentes',
    path: async (product) => `/ai-chat-agents?conversacion=${(await addAgente(product)).conversacionId}`,
    prepare: (page) => page.getByRole('button', { name: 'Permitir', exact: true }).waitFor(),
  },
]

interface Hecho {
  agenteId: string
  conversacionId: string
}

const made = new WeakMap<Product, Promise<Hecho>>()

/** Screens are looked at side by side: one makes it for all. */
function addAgente(product: Product): Promise<Hecho> {
  const making = made.get(product) ?? make(product)
  made.set(product, making)
  return making
}

async function make(product: Product): Promise<Hecho> {
  const proveedor = await startProveedor()
  const create = async (recurso: string, body: object) =>
    idOf((await product.api('POST', `/${recurso}`, body)).json)
  const find = async (recurso: string, q: string) =>
    ((await product.api('GET', `/${recurso}?q=${encodeURIComponent(q)}`)).json as { id: string }[])[0]?.id
  const servidorId = await create('servidores', {
    ...{ nombre: 'Servicio de agentes', tipoServidor: 'openai', permitirRedPrivada: true },
    config: { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modelo: 'chico' },
  })
  // A budget that stops calls, as another screen makes one, admits no model without its price.
  await create('ai/pricing', {
    ...{ modelo: 'chico', servidorId, desde: '2026-01-01', moneda: 'USD' },
    ...{ entradaPorMillon: '0.5', salidaPorMillon: '1.5' },
  })
  const buscar = await create('ai-capabilities', {
    ...{ nombre: 'buscar_pais', descripcion: 'Busca un país por sus dos letras.', escribe: false },
    objetivo: {
      tipo: 'tabla',
      tablaId: await find('tablas', 'paises'),
      claves: ['iso'],
      columnas: ['nombre'],
    },
  })
  const enviar = await create('ai-capabilities', {
    ...{ nombre: 'registrar_pedido', descripcion: 'Registra un pedido nuevo.' },
    objetivo: { tipo: 'proceso', procesoId: await find('procesos', 'Registrar pedido') },
  })
  await addContexto(product)
  const agenteId = await create('ai-agents', {
    nombre: 'Atención de pedidos',
    descripcion: 'Contesta a clientes y registra sus pedidos.',
    instrucciones: 'Atiendes a los clientes de la tienda. Antes de registrar un pedido, repite lo que pide.',
    servidorId,
    capacidades: [buscar, enviar],
    contextos: [await find('ai-contexts', 'Atención al cliente')],
  })
  await product.api('POST', `/ai-agents/${agenteId}/publicar`, {})
  proveedor.say(
    { herramientas: [{ nombre: 'buscar_pais', argumentos: { iso: 'ES' } }] },
    {
      texto: 'Es España. Voy a registrar el pedido.',
      herramientas: [
        {
          nombre: 'registrar_pedido',
          argumentos: { clienteId: 1, lineas: [{ productoId: 3, cantidad: 2 }] },
        },
      ],
    },
  )
  const { json } = await product.api('POST', '/ai/chat/agent', {
    agenteId,
    mensaje: 'Un cliente de ES quiere dos paquetes de café.',
  })
  await proveedor.close()
  return { agenteId, conversacionId: (json as { conversacionId: string }).conversacionId }
}
