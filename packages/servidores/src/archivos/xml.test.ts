import { LIMITS, type Limits } from '@div/contract'
import { expect, test } from 'vitest'
import { compileXml } from './xml.ts'

test('a document nests and has attributes as far as the product is set to', () => {
  function read(text: string, limits: Pick<Limits, 'profundidad' | 'atributosXml'>) {
    const { push, end } = compileXml({ elemento: 'd/r', archivos: [] }).openLector({
      limits,
      maximoRegistro: 1_000,
      vacio: 'nulo',
      finDeLinea: 'lf',
      textOf: String,
      refuse(motivo) {
        throw new Error(motivo)
      },
    })
    return [...push(text), ...end()]
  }
  const text = '<d><r a="1" b="2"><b><c>x</c></b></r></d>'
  expect(read(text, LIMITS)).toEqual([{ '@a': '1', '@b': '2', b: { c: 'x' } }])
  expect(() => read(text, { ...LIMITS, profundidad: 3 })).toThrow('más de 3 niveles')
  expect(() => read(text, { ...LIMITS, atributosXml: 1 })).toThrow('más de 1 atributos')
})
