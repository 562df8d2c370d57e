import type { Product } from './product.ts'
import { idOf } from './publish-proceso.ts'

const NOMBRE = 'Producción'

/** Another DIV to compare with, which is this one under other names; another look at it finds the same one. */
export async function addEntorno(product: Product): Promise<string> {
  const { json } = await product.api('GET', '/entornos')
  const known = (json as { id: string; nombre: string }[]).find(({ nombre }) => nombre === NOMBRE)
  if (known) return known.id
  const expiraEn = new Date(Date.now() + 86_400_000).toISOString()
  const { clave } = (await product.api('POST', '/auth/claves', { nombre: 'Promociones', expiraEn })).json as {
    clave: string
  }
  await product.api('POST', '/servidores', {
    nombre: 'Tienda de producción en Madrid',
    tipoServidor: 'sqlite',
    config: { archivo: 'tienda-de-produccion.db' },
  })
  const created = await product.api('POST', '/entornos', {
    nombre: NOMBRE,
    urlBase: product.apiUrl.replace(/\/api$/, ''),
    clave,
    permitirRedPrivada: true,
    vinculos: {
      servidores: { 'Tienda de ejemplo': 'Tienda de producción en Madrid' },
      parametros: { tasa_de_cambio: 'tasa_de_cambio_de_produccion' },
    },
  })
  return idOf(created.json)
}
