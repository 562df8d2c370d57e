import { expect, test } from 'vitest'
import type { RunResult } from './index.ts'
import { flujoDe, llamada, type NodoDePrueba, runFlujo, salida } from './testing.ts'

const lista = (valor: unknown[]): NodoDePrueba => ({
  id: 'l',
  tipo: 'transformacion',
  parametros: [{ nombre: 'lista', valor }],
})
const transforma = (expresion: string, split: object = {}): NodoDePrueba[] => [
  lista([1, 2, 3, 4, 5]),
  { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'lista' }, ...split },
  { id: 't', tipo: 'transformacion', parametros: [{ nombre: 'v', expresion }] },
  { id: 'u', tipo: 'transformacion', parametros: [{ nombre: 'v', expresion: 't.v + indice' }] },
  { id: 'j', tipo: 'splitter-join', split: 'p' },
  salida('s', { elementos: 'j.elementos', errores: 'j.errores' }),
]
const ways = 'e>l>p p:elemento>t>u>j>s'
const ports = { iteraciones: 2 }
const spansOf = ({ pasos }: RunResult) =>
  pasos
    .filter(({ nodo }) => nodo === 't' || nodo === 'u')
    .map(({ nodo, estado, iteracion, iteraciones }) => [nodo, estado, iteracion, iteraciones])

test('the first are told one by one, the others together', async () => {
  const { result } = await runFlujo(flujoDe(transforma('elemento * 10'), ways), { ports })
  expect(result.respuesta?.cuerpo).toMatchObject({
    elementos: [{ v: 10 }, { v: 21 }, { v: 32 }, { v: 43 }, { v: 54 }],
  })
  expect(spansOf(result)).toEqual([
    ['t', 'ok', [0], undefined],
    ['u', 'ok', [0], undefined],
    ['t', 'ok', [1], undefined],
    ['u', 'ok', [1], undefined],
    ['t', 'ok', [2], 3],
    ['u', 'ok', [2], 3],
  ])
})

test('one that fails is told by itself', async () => {
  const nodos = transforma('SI(elemento = 4; "x" * 1; elemento)', { enError: 'continuar' })
  const { result } = await runFlujo(flujoDe(nodos, ways), { ports })
  expect(result.respuesta?.cuerpo).toMatchObject({
    elementos: [{ v: 1 }, { v: 3 }, { v: 5 }, { v: 9 }],
    errores: [{ indice: 3, nodo: 't', codigo: 'EXPRESION_FALLIDA' }],
  })
  expect(spansOf(result).slice(4)).toEqual([
    ['t', 'ok', [2], 2],
    ['u', 'ok', [2], 2],
    ['t', 'error', [3], undefined],
  ])
})

test('one that fails does not take the time of those before it', async () => {
  const [l, p, t, , j, s] = transforma('SI(elemento = 4; "x" * 1; elemento)', { enError: 'continuar' })
  const nodos = [l, p, t, j, s].flatMap((nodo) => nodo ?? [])
  let ticks = 0
  const clock = { now: () => ticks++, after: () => () => {}, random: () => 0 }
  const flujo = flujoDe(nodos, 'e>l>p p:elemento>t>j>s')
  const { result } = await runFlujo(flujo, { ports: { iteraciones: 0, clock } })
  const [together, failed] = result.pasos.filter(({ nodo }) => nodo === 't')
  expect(together).toMatchObject({ estado: 'ok', iteraciones: 4 })
  expect(failed).toMatchObject({ estado: 'error', iteracion: [3] })
  expect(failed?.inicio).toBeGreaterThan(together?.inicio ?? Number.POSITIVE_INFINITY)
})

test('those that wait or leave by different handles are told together by state and handle', async () => {
  const nodos = [
    lista([1, 2, 3, 4, 5, 6]),
    { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'lista' } },
    { id: 'c', tipo: 'condicion', casos: [{ nombre: 'par', expresion: 'elemento % 2 = 0' }] },
    llamada('d', {}),
    { id: 'j', tipo: 'splitter-join', split: 'p' },
    salida('s', { total: 'j.total' }),
  ]
  const flujo = flujoDe(nodos, 'e>l>p p:elemento>c c:par>d>j c:otro>j j>s')
  const { result } = await runFlujo(flujo, { ports: { iteraciones: 0 } })
  const told = result.pasos
    .filter(({ iteraciones }) => iteraciones !== undefined)
    .map(({ nodo, estado, rama, iteraciones }) => [nodo, estado, rama, iteraciones])
  expect(told).toEqual([
    ['c', 'ok', 'otro', 3],
    ['d', 'omitido', undefined, 3],
    ['c', 'ok', 'par', 3],
    ['d', 'ok', undefined, 3],
  ])
})

test('half of the spans are kept for what comes after', async () => {
  const nodos = [lista(Array.from({ length: 50 }, (_, index) => index)), ...transforma('elemento').slice(1)]
  const { result } = await runFlujo(flujoDe(nodos, ways), { ports: { maxPasos: 20 } })
  expect(result.pasos.map(({ nodo }) => nodo).slice(-2)).toEqual(['j', 's'])
  expect(result.pasosOmitidos).toBe(0)
})
