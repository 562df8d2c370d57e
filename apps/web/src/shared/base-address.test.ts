import { expect, test } from 'vitest'
import { resolveAdminBase, resolveBaseAddress, resolveWebSocketAddress } from './base-address.ts'

const AT_80 = { protocol: 'http:', hostname: 'div.empresa.es', port: '' }
const SECURE = { protocol: 'https:', hostname: 'div.empresa.es', port: '' }
const OWN = { protocol: 'http:', hostname: 'localhost', port: '30000' }
const DEV = { protocol: 'http:', hostname: 'localhost', port: '5173' }

test.each([
  ['the standard port', AT_80, null, '/api'],
  ['the standard port under https', SECURE, null, '/api'],
  ['the port of the API itself', OWN, null, '/api'],
  ['the dev server', DEV, null, 'http://localhost:30000/api'],
  ['the second dev port', { ...DEV, port: '5174' }, null, 'http://localhost:30000/api'],
  ['a saved address', OWN, 'http://otro:8080', 'http://otro:8080/api'],
  ['a saved address that wins over the dev port', DEV, 'http://otro:8080', 'http://otro:8080/api'],
  ['a trailing /api', OWN, 'http://otro:8080/api', 'http://otro:8080/api'],
  ['a trailing /api/', OWN, 'http://otro:8080/api/', 'http://otro:8080/api'],
  ['a path before /api', OWN, 'http://otro/div/api', 'http://otro/div/api'],
  ['http under https', SECURE, 'http://otro.es', 'https://otro.es/api'],
  ['numbers under https', SECURE, 'http://10.0.0.7:30000', '/api'],
  ['numbers of version 6 under https', SECURE, 'https://[::1]:30000', '/api'],
  ['numbers under http', AT_80, 'http://10.0.0.7:30000', 'http://10.0.0.7:30000/api'],
  ['what is no address', OWN, 'otro', '/api'],
  ['another scheme', OWN, 'javascript:alert(1)', '/api'],
  ['an empty text', OWN, '', '/api'],
])('%s gives the base', (_, place, urlBase, base) => {
  expect(resolveBaseAddress(place, { urlBase, productionHost: null })).toEqual({ base, clearsSaved: false })
})

test('on the production host the saved address is ignored and forgotten', () => {
  expect(
    resolveBaseAddress(SECURE, { urlBase: 'https://otro.es', productionHost: 'div.empresa.es' }),
  ).toEqual({ base: '/api', clearsSaved: true })
})

test.each([
  [AT_80, '/motor'],
  [SECURE, '/motor'],
  [{ ...AT_80, port: '80' }, '/motor'],
  [{ ...SECURE, port: '443' }, '/motor'],
  [OWN, 'http://localhost:50000'],
  [DEV, 'http://localhost:50000'],
])('the administration of the motor, seen from %o', (place, base) => {
  expect(resolveAdminBase(place)).toBe(base)
})

test.each([
  [SECURE, 'wss://div.empresa.es/ws/50000/'],
  [OWN, 'ws://localhost:50000/ws'],
])('the address of live events, seen from %o', (place, address) => {
  expect(resolveWebSocketAddress(place)).toBe(address)
})
