import { CLAVE, type ProveedorDePrueba } from '@div/servidores/testing-ia'
import type { Product } from './product.ts'
import { idOf } from './publish-proceso.ts'

/** A servidor whose models answer what a test says. Answers its id. */
export async function addModelos(product: Product, proveedor: ProveedorDePrueba): Promise<string> {
  const { json } = await product.api('POST', '/servidores', {
    nombre: 'Modelos',
    tipoServidor: 'openai',
    permitirRedPrivada: true,
    config: { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modelo: 'chico' },
  })
  return idOf(json)
}

/** A tabla of one client, and what looks into it. Answers the id of the capability. */
export async function addConsulta(product: Product): Promise<string> {
  const tabla = await product.api('POST', '/tablas', {
    nombre: 'clientes',
    columnas: [{ nombre: 'numero' }, { nombre: 'nombre' }],
  })
  const tablaId = idOf(tabla.json)
  await product.api('POST', `/tablas/${tablaId}/filas`, { numero: '7', nombre: 'Astrid' })
  const { json } = await product.api('POST', '/ai-capabilities', {
    nombre: 'buscar_cliente',
    descripcion: 'Busca un cliente por su número.',
    objetivo: { tipo: 'tabla', tablaId, claves: ['numero'], columnas: ['nombre'] },
    escribe: false,
  })
  return idOf(json)
}
