import { describe, expect, test } from 'vitest'
import {
  flujoDe,
  hallazgosDe,
  join,
  lista,
  llamada,
  type NodoDePrueba,
  parametrosDe,
  runFlujo,
  salida,
  split,
} from './testing.ts'

/*
 * Where a failure leaves by when the node is not a call: a condition, a split, a join, an answer.
 */

const estados = (pasos: readonly { nodo: string; estado: string }[]) =>
  Object.fromEntries(pasos.map(({ nodo, estado }) => [nodo, estado]))

const mezcla = (campos: Record<string, string>): NodoDePrueba => ({
  id: 'm',
  tipo: 'transformacion',
  parametros: parametrosDe(campos),
})

describe('a condicion that fails', () => {
  // A text has no product: the case cannot be told.
  const c = (enError: string): NodoDePrueba => ({
    id: 'c',
    tipo: 'condicion',
    casos: [{ nombre: 'si', expresion: '"x" * e.n > 0' }],
    politica: { enError },
  })

  test('with continuar goes on by «otro», and says so', async () => {
    const flujo = flujoDe(
      [c('continuar'), salida('si'), salida('no', { x: 'c.caso' })],
      'e>c c:si>si c:otro>no',
    )
    const { result } = await runFlujo(flujo)
    expect(result.respuesta?.cuerpo).toEqual({ x: 'otro' })
    expect(result.pasos[1]).toMatchObject({ estado: 'ok', rama: 'otro', aviso: expect.any(String) })
  })

  test('with rama leaves by its error handle', async () => {
    const flujo = flujoDe(
      [c('rama'), salida('si'), salida('mal', { x: 'c.codigo' })],
      'e>c c:si>si c:error>mal',
    )
    expect((await runFlujo(flujo)).result.respuesta?.cuerpo).toEqual({ x: 'EXPRESION_FALLIDA' })
  })

  test('is not asked when its output is given, and leaves as that says', async () => {
    const flujo = flujoDe([c('detener'), salida('si'), salida('no')], 'e>c c:si>si c:otro>no')
    const { result } = await runFlujo(flujo, { input: { datosFijados: { c: { caso: 'si' } } } })
    expect(estados(result.pasos)).toEqual({ e: 'ok', c: 'ok', si: 'ok', no: 'omitido' })
  })
})

describe('a region that fails', () => {
  const flujo = (politica: object, conexiones: string) =>
    flujoDe(
      [
        lista([1, 2]),
        split({ politica }),
        llamada('a', { falla: true, error: 'definitivo' }),
        join(),
        llamada('mal', {}, { parametros: parametrosDe({ codigo: 'p.codigo', nodo: 'p.nodo' }) }),
        mezcla({ x: '?j.elementos', y: '?mal.codigo', z: '?mal.nodo' }),
        salida('s', { x: 'm.x', y: 'm.y', z: 'm.z' }),
      ],
      conexiones,
    )

  test('with rama leaves by the error handle of its split, and its join is left out', async () => {
    const { result, log } = await runFlujo(
      flujo({ enError: 'rama' }, 'e>l>p p:elemento>a>j>m p:error>mal>m>s'),
    )
    expect(result.respuesta?.cuerpo).toEqual({ x: null, y: 'DEFINITIVO', z: 'a' })
    expect(estados(result.pasos)).toMatchObject({ p: 'error', j: 'omitido', mal: 'ok', m: 'ok' })
    expect(log).toEqual(['a', 'mal'])
  })

  test('with continuar joins nothing, and says so', async () => {
    const { result } = await runFlujo(
      flujoDe(
        [
          lista([1]),
          split({ politica: { enError: 'continuar' } }),
          llamada('a', { falla: true, error: 'definitivo' }),
          join(),
          salida('s', { x: 'j.elementos', y: 'j.errores', z: 'j.total' }),
        ],
        'e>l>p p:elemento>a>j>s',
      ),
    )
    expect(result.respuesta?.cuerpo).toEqual({ x: [], y: [], z: 0 })
    expect(result.pasos.find(({ nodo }) => nodo === 'p')).toMatchObject({
      estado: 'ok',
      aviso: 'No se puede.',
    })
  })

  test('because its split took too long undoes what its elements had open, and goes on by the error handle', async () => {
    const tarda = flujoDe(
      [
        lista([1, 2]),
        split({ politica: { enError: 'rama', tiempoMaximoMs: 10 } }),
        llamada('a', { ms: 1 }, { transaccion: 't' }),
        llamada('b', { ms: 99 }, { transaccion: 't' }),
        join(),
        llamada('mal', { ms: 5 }),
        salida('bien', { x: 'j.total' }),
        salida('s', { x: 'p.codigo' }),
      ],
      'e>l>p p:elemento>a>b>j>bien p:error>mal>s',
    )
    const { result, log, open } = await runFlujo(tarda)
    expect(result).toMatchObject({ estado: 'ok', respuesta: { cuerpo: { x: 'TIEMPO_AGOTADO' } } })
    expect(log).toContain('rollback tx-s1')
    expect(open).toBe(0)
  })

  test.each<[string, string, string]>([
    [
      'into its own region',
      'e>l>p p:elemento>a>j>s p:error>a',
      'a conexiones: La salida de error de un «Splitter (dividir)» sale de su región; aquí entra en ella.',
    ],
    [
      'into its own join',
      'e>l>p p:elemento>a>j>s p:error>j',
      'j conexiones: A este nodo solo pueden llegar ramas de su «Splitter (dividir)»; «p» está fuera.',
    ],
    ['alone', 'e>l>p p:error>a>j>s', 'p conexiones: De este nodo no parte ninguna rama.'],
  ])('cannot lead its error handle %s', (_where, conexiones, expected) => {
    const nodos = [lista([1]), split({ politica: { enError: 'rama' } }), llamada('a'), join(), salida('s')]
    expect(hallazgosDe(nodos, conexiones)).toContain(expected)
  })
})

describe('a join that fails', () => {
  const flujo = (politica: object, conexiones: string) =>
    flujoDe(
      [
        { id: 'p', tipo: 'splitter-split' },
        llamada('a', { ms: 5 }),
        llamada('b', { ms: 500 }),
        join({ union: { tipo: 'todos', tiempoMaximoMs: 20 }, politica }),
        llamada('mal', {}, { parametros: parametrosDe({ codigo: 'j.codigo', nodo: 'j.nodo' }) }),
        mezcla({ x: '?j.elementos', y: '?mal.codigo', z: '?mal.nodo' }),
        salida('s', { x: 'm.x', y: 'm.y', z: 'm.z' }),
      ],
      conexiones,
    )

  test('with rama leaves by its own error handle', async () => {
    const { result, open } = await runFlujo(flujo({ enError: 'rama' }, 'e>p>a>j>m p>b>j j:error>mal>m>s'))
    expect(result.respuesta?.cuerpo).toEqual({ x: null, y: 'TIEMPO_AGOTADO', z: 'j' })
    expect(estados(result.pasos)).toMatchObject({ p: 'ok', b: 'cancelado', j: 'error', mal: 'ok' })
    expect(open).toBe(0)
  })

  test('with continuar puts out what had arrived, and says so', async () => {
    const { result } = await runFlujo(
      flujoDe(
        [
          { id: 'p', tipo: 'splitter-split' },
          llamada('a', { ms: 5, salida: 'a' }),
          llamada('b', { ms: 500 }),
          join({ union: { tipo: 'todos', tiempoMaximoMs: 20 }, politica: { enError: 'continuar' } }),
          salida('s', { x: 'j.elementos', y: 'j.errores', z: 'j.total' }),
        ],
        'e>p>a>j>s p>b>j',
      ),
    )
    expect(result.respuesta?.cuerpo).toEqual({ x: ['a'], y: [], z: 2 })
    expect(result.pasos.find(({ nodo }) => nodo === 'j')).toMatchObject({
      estado: 'ok',
      aviso: 'El nodo «j» no terminó en 20 ms.',
    })
  })

  test('with detener ends the run with its own error', async () => {
    const { result } = await runFlujo(
      flujoDe(
        [
          { id: 'p', tipo: 'splitter-split' },
          llamada('a', { ms: 500 }),
          join({ union: { tipo: 'todos', tiempoMaximoMs: 20 } }),
          salida('s'),
        ],
        'e>p>a>j>s',
      ),
    )
    expect(result.error).toMatchObject({ codigo: 'TIEMPO_AGOTADO', nodo: 'j' })
    expect(estados(result.pasos)).toMatchObject({ p: 'ok', j: 'error' })
  })
})

test.each(['continuar', 'rama'])('an answer has nowhere to go on to: it cannot say %s', (enError) => {
  expect(hallazgosDe([{ ...salida('s'), politica: { enError } }], 'e>s')).toEqual([
    's politica.enError: Una salida que falla no tiene por dónde seguir: deje «Si falla» en «detener».',
  ])
})

test('an error handle that leads nowhere is a warning', () => {
  expect(hallazgosDe([llamada('a', {}, { politica: { enError: 'rama' } }), salida('s')], 'e>a>s')).toEqual([
    'a politica.enError: De su salida de error no parte ninguna conexión: si falla, el proceso sigue sin decirlo.',
  ])
})
