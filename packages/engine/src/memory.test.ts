import type { Llamadas } from '@div/contract'
import { expect, test } from 'vitest'
import { Attempt } from './attempt.ts'
import { flujoDe, llamada, parametrosDe, runFlujo, salida } from './testing.ts'

/** Servers that note, at every call, which outputs of the frame around it are still held. */
function vigilantes(): Llamadas & { held: Record<string, string[]> } {
  const held: Record<string, string[]> = {}
  return {
    held,
    prepare: ({ nodo }) => ({
      efecto: 'lectura',
      admiteTransaccion: true,
      async call(_, context) {
        if (!(context instanceof Attempt)) throw new Error('not called by the engine')
        const { outputs, bloque } = context.frame
        held[nodo] = bloque.nodos.flatMap(({ id }, slot) => (outputs[slot] === undefined ? [] : id))
        return { filas: [nodo] }
      },
    }),
    begin: () => Promise.reject(new Error('no transaction here')),
  }
}

const lee = (id: string, de: string) => llamada(id, {}, { parametros: parametrosDe({ x: `${de}.filas` }) })

test('an output is held until its last reader has run, and not at all when nobody reads it', async () => {
  const llamadas = vigilantes()
  const flujo = flujoDe(
    [
      llamada('a'),
      lee('b', 'a'),
      lee('c', 'a'),
      llamada('nadie'),
      lee('d', 'c'),
      salida('s', { x: 'd.filas' }),
    ],
    'e>a>b>c>nadie>d>s',
  )
  const { result } = await runFlujo(flujo, { llamadas })
  expect(result.respuesta?.cuerpo).toEqual({ x: ['d'] })
  expect(llamadas.held).toEqual({ a: [], b: ['a'], c: ['a'], nadie: ['c'], d: ['c'] })
})

test('what a region reads is held until the region has ended, and no longer', async () => {
  const llamadas = vigilantes()
  const flujo = flujoDe(
    [
      llamada('a'),
      { id: 'p', tipo: 'splitter-split', lista: { nodo: 'a', ruta: 'filas' } },
      lee('d', 'a'),
      { id: 'j', tipo: 'splitter-join', split: 'p' },
      lee('m', 'j'),
      llamada('z'),
      salida('s'),
    ],
    'e>a>p p:elemento>d>j>m>z>s',
  )
  await runFlujo(flujo, { llamadas })
  // Inside the region the frame is that of its element.
  expect(llamadas.held).toEqual({ a: [], d: [], m: ['j'], z: [] })
})

test('a reader that is left out lets go too', async () => {
  const llamadas = vigilantes()
  const flujo = flujoDe(
    [
      llamada('a'),
      { id: 'c', tipo: 'condicion', casos: [{ nombre: 'si', expresion: 'e.n > 10' }] },
      lee('b', 'a'),
      llamada('z'),
      salida('s'),
    ],
    'e>a>c c:si>b>s c:otro>z>s',
  )
  await runFlujo(flujo, { llamadas })
  expect(llamadas.held.z).toEqual([])
})
