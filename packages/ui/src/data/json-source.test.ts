import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf, placeOf, readJson } from './json-source.ts'

test.each([
  ['', 0, 'El texto acaba antes de tiempo: falta cerrarlo.'],
  ['{"a": 1', 7, 'El texto acaba antes de tiempo: falta cerrarlo.'],
  ['{"a" 1}', 5, 'Faltan dos puntos después de «a».'],
  ['{"a": 1 "b": 2}', 8, 'Falta una coma, o «}».'],
  ['[1, 2,]', 5, 'Sobra la coma antes de «]».'],
  ['{a: 1}', 1, 'Falta una clave entre comillas.'],
  ['{"a": sí}', 6, '«s» no es un valor: los textos van entre comillas.'],
  ['{"a": }', 6, 'Falta un valor.'],
  ['{"a": 1, "a": 2}', 9, 'La clave «a» está dos veces.'],
  ['{"a": "b\n"}', 8, 'El texto entre comillas no se cierra en su línea.'],
  ['{"a": "\\x"}', 7, 'Después de \\ no puede ir eso.'],
  ['{} {}', 3, 'Sobra lo que sigue: el valor ya acabó.'],
])('what is wrong with %j is said in words, with its place', (text, offset, message) => {
  expect(readJson(text)).toEqual({ isValid: false, offset, message })
})

test('every part is found where it stands', () => {
  const text = '{ "nodos": [ {"id": "n1"}, {"id": "n2", "objeto": {"sql": "x"}} ] }'
  const source = readJson(text)
  if (!source.isValid) throw new Error(source.message)
  const textAt = (path: string) => {
    const { start, end } = placeOf(source.places, path)
    return text.slice(start, end)
  }
  expect(textAt('nodos[0]')).toBe('{"id": "n1"}')
  expect(textAt('nodos[1].objeto.sql')).toBe('"x"')
  // What is missing is shown where it should stand.
  expect(textAt('nodos[0].parametros[3].nombre')).toBe('{"id": "n1"}')
  expect(textAt('gone')).toBe(text)
})

test('it reads all that JSON is, and every part of it says what it says alone', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const source = readJson(text)
      if (!source.isValid) throw new Error(`${source.message} ${text}`)
      expect(source.value).toEqual(JSON.parse(text))
      for (const { start, end } of source.places.values()) JSON.parse(text.slice(start, end))
    }),
  )
})

test.each(['"\u0085"', '"\ud800"', '"\\ud83d\\ude00"', ' [ ] ', '-0.5e+3'])('%j is JSON', (text) => {
  expect(readJson(text)).toMatchObject({ isValid: true, value: JSON.parse(text) })
})

test('it takes nothing for JSON that is not', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '{', ']', ',', '"', 'x', '1', ' '),
      (text, place, put) => {
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + put + text.slice(at + 1)
        let isJson = true
        try {
          JSON.parse(broken)
        } catch {
          isJson = false
        }
        // Of keys that stand twice JSON.parse takes the last.
        if (!isJson) expect(readJson(broken).isValid).toBe(false)
      },
    ),
  )
})

test('lines are counted from one', () => {
  expect([0, 1, 2, 3].map((offset) => lineOf('a\nb\nc', offset))).toEqual([1, 1, 2, 2])
})
