import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPlantillas } from '../plantilla.ts'
import { carpetaSchema, compileRuta, locate } from './ruta.ts'

const write = (text: string, n: unknown) => compileRuta(openPlantillas(['n']), 'objeto.ruta', text)({ n })

test.each([
  ['/salida/{n}.csv', 'ventas', '/salida/ventas.csv'],
  ['salida/{n}', 'enero/ventas.csv', 'salida/enero/ventas.csv'],
  ['{n}', 'año ñandú.csv', 'año ñandú.csv'],
  ['/salida/{n}', '..oculto', '/salida/..oculto'],
])('%s with %j is %s', (text, n, ruta) => {
  expect(write(text, n)).toBe(ruta)
})

test.each([
  ['{n}', '/etc/passwd', 'empieza por «/»'],
  ['salida/{n}', '/etc/passwd', 'empieza por «/»'],
  ['{n}/passwd', '', 'falta un parámetro'],
  ['{n}', '', 'está vacía'],
  ['/salida/{n}', '..', 'no puede subir'],
  ['/salida/{n}', '../../etc/passwd', 'no puede subir'],
  ['/salida/.{n}/x', '.', 'no puede subir'],
  ['/salida/{n}', String.raw`..\..\etc`, 'las carpetas se separan con «/»'],
  ['/salida/{n}', 'a\0.csv', 'caracteres de control'],
  ['/salida/{n}', 'a\r\nDELE b', 'caracteres de control'],
])('%s with %j is refused: it %s', (text, n, mensaje) => {
  expect(() => write(text, n)).toThrow(
    expect.objectContaining({
      errores: [{ campo: 'objeto.ruta', mensaje: expect.stringContaining(mensaje) }],
    }),
  )
})

test('no value leads out of the folder that the path names', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[./\\a~\n]{0,12}$/), (n) => {
      let ruta: string
      try {
        ruta = write('/salida/{n}', n)
      } catch {
        // Refused.
        return
      }
      expect(posix.normalize(ruta)).toMatch(/^\/salida(?:\/|$)/)
    }),
  )
})

test.each([
  ['', '/etc/passwd', '/etc/passwd'],
  ['', 'ventas.csv', 'ventas.csv'],
  ['/intercambio', 'ventas.csv', '/intercambio/ventas.csv'],
  ['/intercambio/', '/intercambio/hecho/a.csv', '/intercambio/hecho/a.csv'],
  ['/intercambio', '/intercambio', '/intercambio'],
  ['/intercambio', '/etc/passwd', null],
  ['/intercambio', '/intercambio-de-otros/a', null],
  ['entrada', 'a.csv', 'entrada/a.csv'],
  ['entrada', '/entrada/a.csv', null],
  ['/entrada', '../x.csv', null],
  ['entrada', 'a/../../x.csv', null],
])('of a server of «%s», %s is %s', (carpeta, ruta, located) => {
  expect(locate(carpeta, ruta)).toBe(located)
})

test('the folder of a server does not go up either', () => {
  expect(carpetaSchema.safeParse('/a/../b').success).toBe(false)
  expect(carpetaSchema.parse('/a/b')).toBe('/a/b')
})
