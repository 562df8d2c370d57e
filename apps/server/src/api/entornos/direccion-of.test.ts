import { SERVIDORES } from '@div/servidores'
import { expect, test } from 'vitest'
import { direccionOf } from './direccion-of.ts'

test.each<[string, Record<string, unknown>, string | null]>([
  [
    'a database',
    { host: 'bd.ejemplo.es', puerto: 5432, baseDatos: 'ventas', usuario: 'app' },
    'bd.ejemplo.es:5432 · ventas',
  ],
  [
    'an address',
    { urlBase: 'https://ana:clave@api.ejemplo.es:8443/v1/?llave=secreta#x' },
    'https://api.ejemplo.es:8443/v1/',
  ],
  [
    'SOAP',
    { wsdl: 'https://a.es/x?wsdl', direccion: 'https://b.es/servicio', puerto: 'P' },
    'https://b.es/servicio',
  ],
  ['brokers', { brokers: 'k1:9092, k2:9092' }, 'k1:9092, k2:9092'],
  ['a file', { archivo: 'ventas.db' }, 'ventas.db'],
  ['a bucket', { endpoint: '', region: 'eu-west-1', bucket: 'facturas' }, 'eu-west-1 · facturas'],
  ['the product itself', {}, null],
])('of %s', (_name, config, direccion) => {
  expect(direccionOf(config)).toBe(direccion)
})

test.each(Object.values(SERVIDORES))('nothing that $tipoServidor keeps secret is told', ({ config }) => {
  const secrets = Object.entries(config.shape).filter(([, field]) => field.meta()?.secret === true)
  const filled = Object.fromEntries(Object.keys(config.shape).map((name) => [name, `https://${name}.es`]))
  const told = direccionOf(filled) ?? ''
  for (const [name] of secrets) expect(told.toLowerCase()).not.toContain(`${name.toLowerCase()}.es`)
  expect(told === '').toBe(Object.keys(config.shape).length === 0)
})
