import { moreItems } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideValor, type Parte } from './divide-valor.ts'

const clientes = (count: number) =>
  Array.from({ length: count }, (_each, index) => ({ id: index + 1, nombre: `Cliente ${index + 1}` }))

/** What its pages hold, put together again. */
function joined({ clase, paginas }: Parte): unknown {
  const values = paginas.map(({ valor }) => JSON.parse(valor))
  if (clase === 'texto') return values.join('')
  return clase === 'lista' ? values.flat() : Object.assign({}, ...values)
}

const describe = ({ ruta, clase, total, guardados, paginas }: Parte) => ({
  ruta,
  clase,
  total,
  guardados,
  paginas: paginas.length,
})

test('a reading of five thousand rows is the value itself and its rows, fifty to a page', () => {
  const filas = clientes(5_000)
  const { partes, isWhole } = divideValor({ filas, total: 5_000 }, 500)
  expect(isWhole).toBe(true)
  expect(partes.map(describe)).toEqual([
    { ruta: [], clase: 'campos', total: 2, guardados: 2, paginas: 1 },
    { ruta: ['filas'], clase: 'lista', total: 5_000, guardados: 5_000, paginas: 100 },
  ])
  const [valor, lista] = partes
  if (!valor || !lista) throw new Error('there is nothing')
  expect(joined(lista)).toEqual(filas)
  expect(lista.paginas[1]).toMatchObject({ desde: 50, cuantos: 50 })
  // The rows stand in their own pages only.
  expect(joined(valor)).toMatchObject({ total: 5_000 })
  expect(JSON.stringify(joined(valor)).length).toBeLessThan(1_000)
})

test('a long text is told by pieces, none of which ends within a character', () => {
  const texto = `x${'😀'.repeat(20_000)}`
  const { partes } = divideValor({ texto }, 500)
  const piezas = partes.find(({ ruta }) => ruta[0] === 'texto')
  expect(piezas).toMatchObject({ clase: 'texto', total: texto.length, guardados: texto.length })
  expect(piezas?.paginas.length).toBeGreaterThan(2)
  expect(piezas?.paginas.every(({ valor }) => JSON.parse(valor).isWellFormed())).toBe(true)
  expect(piezas && joined(piezas)).toBe(texto)
})

test('what is large inside of a large list has pages of its own', () => {
  const lista = clientes(100).map((each, index) => ({ ...each, nota: index === 3 ? 'n'.repeat(40_000) : '' }))
  const { partes } = divideValor(lista, 500)
  expect(partes.map(({ ruta, clase }) => [ruta, clase])).toEqual([
    [[], 'lista'],
    [[3, 'nota'], 'texto'],
  ])
  const [pagina] = partes[0]?.paginas ?? []
  expect(JSON.parse(pagina?.valor ?? '')[3].nota).toMatch(/^n+… \d+ caracteres más$/)
})

test('many fields are told by page too', () => {
  const campos = Object.fromEntries(clientes(3_000).map(({ id, nombre }) => [`c${id}`, nombre]))
  const [parte] = divideValor(campos, 500).partes
  expect(parte).toMatchObject({ clase: 'campos', total: 3_000, guardados: 3_000 })
  expect(parte?.paginas.length).toBeGreaterThan(1)
  expect(parte && joined(parte)).toEqual(campos)
})

test('of what was cut before, how much it was is still told', () => {
  const { partes, isWhole } = divideValor([...clientes(3), moreItems(97)], 500)
  expect(isWhole).toBe(false)
  expect(partes.map(describe)).toEqual([{ ruta: [], clase: 'lista', total: 100, guardados: 3, paginas: 1 }])
})

test('beyond so many parts none is added, and that is told', () => {
  const { partes, isWhole } = divideValor(
    clientes(50).map(() => 'x'.repeat(20_000)),
    10,
  )
  expect(partes).toHaveLength(10)
  expect(isWhole).toBe(false)
})

test('of any value no page is much larger than a page, and every item is on one', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1, max: 400 }), (valor, times) => {
      const lista = Array.from({ length: times }, () => valor)
      const [parte] = divideValor(lista, 10_000).partes
      expect(parte?.paginas.reduce((sum, { cuantos }) => sum + cuantos, 0)).toBe(times)
      for (const pagina of parte?.paginas ?? []) expect(pagina.valor.length).toBeLessThan(80_000)
    }),
    { numRuns: 50 },
  )
})
