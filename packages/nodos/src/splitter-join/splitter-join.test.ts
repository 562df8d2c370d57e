import { flujoDe, hallazgosDe, llamada, type NodoDePrueba, runFlujo, salida } from '@div/engine/testing'
import { expect, test } from 'vitest'

const nodos = (campos: object): NodoDePrueba[] => [
  { id: 'p', tipo: 'splitter-split' },
  ...[30, 10, 20].map((ms) => llamada(`r${ms}`, { ms, salida: { v: ms } })),
  { id: 'j', tipo: 'splitter-join', split: 'p', ...campos },
  salida('s', { cuerpo: 'j' }),
]
const CONEXIONES = 'e>p p>r30>j p>r10>j p>r20>j j>s'

test.each<[string, object, unknown[], number]>([
  ['everything when it says nothing', {}, [{ v: 30 }, { v: 10 }, { v: 20 }], 30],
  ['everything', { union: { tipo: 'todos' } }, [{ v: 30 }, { v: 10 }, { v: 20 }], 30],
  ['the first that comes', { union: { tipo: 'alguno' } }, [{ v: 10 }], 10],
  ['so many', { union: { tipo: 'n', n: 2 } }, [{ v: 10 }, { v: 20 }], 20],
  [
    'fields of each element',
    { parametros: [{ nombre: 'rama', expresion: 'indice' }] },
    [{ rama: 0 }, { rama: 1 }, { rama: 2 }],
    30,
  ],
])('gathers %s, in the order of the branches', async (_what, campos, elementos, took) => {
  const { result, tookMs, open } = await runFlujo(flujoDe(nodos(campos), CONEXIONES))
  expect(result.respuesta?.cuerpo).toEqual({ elementos, errores: [], total: 3 })
  expect({ tookMs, open }).toEqual({ tookMs: took, open: 0 })
})

test('gives up after its time, and what is left is cancelled', async () => {
  const union = { tipo: 'todos', tiempoMaximoMs: 15 }
  const { result, log, open } = await runFlujo(flujoDe(nodos({ union }), CONEXIONES))
  expect(result.error).toEqual({
    codigo: 'TIEMPO_AGOTADO',
    mensaje: 'El nodo «j» no terminó en 15 ms.',
    nodo: 'j',
  })
  expect(log.filter((line) => line.startsWith('cancelada'))).toEqual(['cancelada r30', 'cancelada r20'])
  expect(open).toBe(0)
})

test.each<[string, object, string]>([
  ['no split', { split: '' }, 'j split: Elija el «Splitter (dividir)» que cierra.'],
  ['no number to wait for', { union: { tipo: 'n' } }, 'j union.n: Diga a cuántos esperar.'],
])('with %s says what to do', (_what, campos, expected) => {
  expect(hallazgosDe(nodos(campos), CONEXIONES)).toContain(expected)
})
