import { expect, test } from 'vitest'
import { addressOfCanal, resolveCanalesBase } from './canal-address.ts'

const motor = { puerto: 50_000 }
const dev = { protocol: 'http:', hostname: 'localhost', port: '30000', origin: 'http://localhost:30000' }
const proxied = { protocol: 'https:', hostname: 'div.es', port: '', origin: 'https://div.es' }

test.each([
  ['on the port of the motor', dev, null, 'http://localhost:50000'],
  ['behind a proxy', proxied, null, 'https://div.es/motor'],
  ['in production', dev, 'https://api.ejemplo.com/', 'https://api.ejemplo.com'],
])('canales are called %s', (_, place, urlBase, base) => {
  expect(resolveCanalesBase(place, { urlBase, motor })).toBe(base)
})

test('a canal stands below its protocol', () => {
  expect(addressOfCanal('http://x', { tipo: 'REST', ruta: 'tienda' })).toBe('http://x/rest/tienda')
  expect(addressOfCanal('http://x', { tipo: 'SOAP', ruta: 'tienda' })).toBe('http://x/soap/tienda')
})
