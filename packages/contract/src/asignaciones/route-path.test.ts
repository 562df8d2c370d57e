import { expect, test } from 'vitest'
import { parseRoutePath } from './route-path.ts'

test.each([
  ['/clientes/{id}', { pattern: '/clientes/:p0', nombres: ['id'] }],
  ['/', { pattern: '/', nombres: [] }],
  ['/a/{x}/b/{dos palabras}', { pattern: '/a/:p0/b/:p1', nombres: ['x', 'dos palabras'] }],
  ['/hora/12:30', { pattern: '/hora/12::30', nombres: [] }],
])('the ruta %s is published', (ruta, expected) => {
  expect(parseRoutePath(ruta)).toEqual(expected)
})

test.each(['/a/{id}.json', '/a/*', '/a/{', '/{x}/{x}'])('the ruta %s is not', (ruta) => {
  expect(parseRoutePath(ruta)).toHaveProperty('motivo')
})
