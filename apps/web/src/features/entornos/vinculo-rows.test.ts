import { expect, test } from 'vitest'
import { describeVinculos, readRows, rowsOf } from './vinculo-rows.ts'

test('rows come to what they say, and say which of them cannot be meant', () => {
  const rows = [
    { aqui: ' Almacén ', alli: 'Almacén real' },
    { aqui: '', alli: '' },
    { aqui: 'Correo', alli: '' },
    { aqui: 'almacén', alli: 'Otro' },
  ]
  expect(readRows(rows)).toEqual({
    vinculos: { Almacén: 'Almacén real' },
    mistakes: new Map([
      [2, 'Diga cómo se llama en los dos.'],
      [3, '«almacén» ya está más arriba.'],
    ]),
  })
})

test('what was read is drawn as the same rows', () => {
  const rows = rowsOf({ a: '1', b: '2' })
  expect(readRows(rows).vinculos).toEqual({ a: '1', b: '2' })
})

test.each([
  [{}, {}, 'todo se llama igual'],
  [{ a: 'b' }, {}, '1 servidor con otro nombre'],
  [{ a: 'b', c: 'd' }, { iva: 'iva2' }, '2 servidores y 1 parámetro con otro nombre'],
])('%o and %o are said as one sentence', (servidores, parametros, words) => {
  expect(describeVinculos({ servidores, parametros })).toBe(words)
})
