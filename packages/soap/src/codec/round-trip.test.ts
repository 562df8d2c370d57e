import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codecOf, element } from './codec-testing.ts'
import { shapes } from './shapes-testing.ts'

test('what is written by any model is read as it was', () => {
  const cases = shapes(3).chain((shape) => fc.tuple(fc.constant(shape), shape.values))
  fc.assert(
    fc.property(cases, ([{ type }, value]) => {
      const codec = codecOf(element('raiz', type))
      const { xml, errores } = codec.encode(value)
      expect(errores).toEqual([])
      expect(codec.decode(xml)).toEqual({ value, errores: [] })
    }),
    { numRuns: 300 },
  )
})
