import { flujoDe, hallazgosDe, llamada, type NodoDePrueba, runFlujo, salida } from '@div/engine/testing'
import { expect, test } from 'vitest'

const nodos = (campos: object): NodoDePrueba[] => [
  { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: ['a', 'b', 'c'] }] },
  { id: 'p', tipo: 'splitter-split', ...campos },
  llamada('d', { ms: 10 }, { parametros: [{ nombre: 'v', expresion: 'p.elemento' }] }),
  { id: 'j', tipo: 'splitter-join', split: 'p', parametros: [{ nombre: 'v', expresion: 'd.v' }] },
  salida('s', { cuerpo: 'j.elementos' }),
]
const CONEXIONES = 'e>l>p p:elemento>d>j>s'
const lista = { nodo: 'l', ruta: 'x' }

test.each<[string, object, unknown, number]>([
  ['a list, one element at a time', { lista }, [{ v: 'a' }, { v: 'b' }, { v: 'c' }], 30],
  ['a list, several at a time', { lista, concurrencia: 3 }, [{ v: 'a' }, { v: 'b' }, { v: 'c' }], 10],
  ['a list in batches', { lista, lote: 2 }, [{ v: ['a', 'b'] }, { v: ['c'] }], 20],
  ['nothing: each branch once', {}, [{ v: null }], 10],
])('runs its region over %s', async (_what, campos, cuerpo, took) => {
  const { result, tookMs } = await runFlujo(flujoDe(nodos(campos), CONEXIONES))
  expect(result.respuesta?.cuerpo).toEqual(cuerpo)
  expect(tookMs).toBe(took)
})

test.each([
  ['concurrencia', 0],
  ['concurrencia', 257],
  ['concurrencia', 1.5],
  ['lote', 0],
  ['enError', 'rama'],
  ['cursor', 'si'],
])('%s cannot be %j', (campo, valor) => {
  const [found] = hallazgosDe(nodos({ lista, [campo]: valor }), CONEXIONES)
  expect(found).toMatch(new RegExp(`^p ${campo}: `))
})

test('a list that is no reference is found', () => {
  const [found] = hallazgosDe(nodos({ lista: 'l.x' }), CONEXIONES)
  expect(found).toMatch(/^p lista: /)
})
