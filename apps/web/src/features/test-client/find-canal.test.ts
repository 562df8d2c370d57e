import { expect, test } from 'vitest'
import { findCanal } from './find-canal.ts'

const CANALES = [
  { id: 'a', tipo: 'REST' as const, ruta: 'tienda' },
  { id: 'b', tipo: 'SOAP' as const, ruta: 'banco' },
]

test.each([
  ['https://div.ejemplo/rest/tienda/clientes?id=7', { canalId: 'a', ruta: '/clientes?id=7' }],
  ['http://localhost:50000/rest/tienda/clientes', { canalId: 'a', ruta: '/clientes' }],
  ['http://127.0.0.1:50000/rest/tienda', { canalId: 'a', ruta: '' }],
  ['http://[::1]:50000/soap/banco', { canalId: 'b', ruta: '' }],
  ['http://localhost:50001/rest/tienda/clientes', null],
  ['http://localhost:50000/rest/tiendas', null],
  ['https://otro.ejemplo/rest/tienda', null],
])('%s is of %o', (url, found) => {
  expect(findCanal(url, { canales: CANALES, base: 'https://div.ejemplo', puerto: 50_000 })).toEqual(found)
})

test('as long as nothing is known, nothing is found', () => {
  const options = { canales: CANALES, base: undefined, puerto: undefined }
  expect(findCanal('http://localhost:50000/rest/tienda', options)).toBeNull()
})
