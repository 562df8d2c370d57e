import { canalSchema } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Pedidos de España', 'pedidos-de-espana'],
  ['  ¡Hola!  ', 'hola'],
  ['API v2.1', 'api-v2-1'],
  ['—', ''],
])('%s becomes %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})

test('whatever the text, what comes of it is a ruta or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const slug = slugOf(text)
      return slug === '' || canalSchema.shape.ruta.safeParse(slug).success
    }),
  )
})
