import { CLAVE, startProveedor } from '@div/servidores/testing-ia'
import { addContexto } from './contextos-ia.ts'
import type { Product } from './product.ts'
import { idOf } from './publish-proceso.ts'
import type { ScreenShown } from './screens.ts'

/** Who does things with a model, and what it has been told. */
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
    path: async (product) => `/ai-agents/${await addAgente(product)}`,
    prepare: (page) => page.getByRole('region', { name: 'Probar el borrador' }).waitFor(),
  },
]

const made = new WeakMap<Product, Promise<string>>()

/** Screens are looked at side by side: one makes it for all. */
function addAgente(product: Product): Promise<string> {
  const making = made.get(product) ?? make(product)
  made.set(product, making)
  return making
}

async function make(product: Product): Promise<string> {
  const proveedor = await startProveedor()
  const create = async (recurso: string, body: object) =>
    idOf((await product.api('POST', `/${recurso}`, body)).json)
  const find = async (recurso: string, q: string) =>
    ((await product.api('GET', `/${recurso}?q=${encodeURIComponent(q)}`)).json as { id: string }[])[0]?.id
  const servidorId = await create('servidores', {
    ...{ nombre: 'Servicio de agentes', tipoServidor: 'openai', permitirRedPrivada: true },
    config: { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modelo: 'chico' },
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
  await proveedor.close()
  return agenteId
}
