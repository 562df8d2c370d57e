import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { freePort } from './free-port.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
/** Nobody listens there. */
let puerto: number

beforeAll(async () => {
  ;[product, puerto] = await Promise.all([startStoryProduct({ DIV_SAMPLES: '0' }), freePort()])
})
afterAll(() => product?.stop())

const HOST = { Host: '127.0.0.1', Puerto: '{puerto}' }
const URL_BASE = { 'Dirección base': 'http://127.0.0.1:{puerto}' }

/** What must be filled of each type, by its label, so that it leads to the port where nobody listens. */
const TIPOS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  anthropic: URL_BASE,
  ftp: HOST,
  graphql: { Dirección: 'http://127.0.0.1:{puerto}/graphql' },
  grpc: HOST,
  imap: { ...HOST, Usuario: 'ana', Contraseña: 'secreta' },
  kafka: { Brokers: '127.0.0.1:{puerto}' },
  ldap: HOST,
  mcp: { Dirección: 'http://127.0.0.1:{puerto}/mcp' },
  mongodb: { ...HOST, 'Base de datos': 'tienda' },
  mqtt: HOST,
  mysql: { ...HOST, Usuario: 'ana', 'Base de datos': 'tienda' },
  nats: HOST,
  ollama: URL_BASE,
  openai: URL_BASE,
  oracle: { ...HOST, Usuario: 'ana' },
  postgresql: { ...HOST, Usuario: 'ana', 'Base de datos': 'tienda' },
  rabbitmq: HOST,
  redis: HOST,
  rest: URL_BASE,
  s3: {
    Dirección: 'http://127.0.0.1:{puerto}',
    'Clave de acceso': 'AKIAPRUEBA',
    'Clave secreta': 'secreta',
  },
  sftp: { ...HOST, Usuario: 'ana', Contraseña: 'secreta' },
  smtp: { ...HOST, Remitente: 'Avisos <avisos@ejemplo.es>' },
  soap: { 'Dirección del WSDL': 'http://127.0.0.1:{puerto}/?wsdl' },
  sqlite: { Archivo: 'ninguna.db' },
  sqlserver: { ...HOST, Usuario: 'ana', 'Base de datos': 'tienda' },
}

/** Files are on this machine: nothing of them is reached over a network. */
const LOCALES = ['sqlite']

describeInBrowser('the form of a new servidor', () => {
  test('is tried here for each type that there is', async () => {
    const { json } = await product.api('GET', '/servidores/tipos')
    const tipos = (json as { tipoServidor: string }[]).map(({ tipoServidor }) => tipoServidor)
    expect(tipos.filter((tipo) => tipo !== 'interno').toSorted()).toEqual(Object.keys(TIPOS))
  })

  test.each(Object.entries(TIPOS))(
    'of %s is filled with what it needs, and its connection is tried layer by layer, in Spanish',
    async (tipo, fields) => {
      const page = await openSignedIn(product, `/servidores/config/new?tipo=${tipo}`)
      await page.getByLabel('Nombre').first().fill(`Uno de ${tipo}`)
      for (const [label, value] of Object.entries(fields))
        await page
          .getByLabel(new RegExp(`^${label}( \\*)?$`))
          .first()
          .fill(value.replace('{puerto}', String(puerto)))
      const isLocal = LOCALES.includes(tipo)
      if (!isLocal) await page.getByLabel('Permitir red privada').check()
      const panel = page.getByRole('region', { name: 'Prueba de conexión' })
      await panel.getByRole('button', { name: 'Probar' }).click()
      const failed = panel.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Falla' }) })
      await failed.waitFor()
      const [said, steps] = [await failed.textContent(), await panel.getByRole('listitem').allTextContents()]
      expect(said).toContain('Revise')
      if (isLocal) {
        expect(said).toContain('Inicio de sesión')
        return
      }
      expect(steps[0]).toContain('Nombre')
      expect(said).toMatch(/^TCP.*nadie escucha en ese puerto/s)
      expect(steps.at(-1)).toMatch(/^Consulta.*no se hizo/s)
    },
  )
})
