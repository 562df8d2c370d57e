import { describe, expect, test } from 'vitest'
import { flujoDe, type Guion, llamada, runFlujo, salida } from './testing.ts'

const dentro = (id: string, guion: Guion = {}, campos: object = {}) =>
  llamada(id, guion, { transaccion: 'pago', ...campos })

test('calls of one transaction share a connection and commit once, after the last of them', async () => {
  const flujo = flujoDe([dentro('a'), dentro('b'), llamada('fuera'), salida('s')], 'e>a>b>fuera>s')
  const { log, open } = await runFlujo(flujo)
  expect(log).toEqual([
    'begin tx-s1 lecturaConfirmada (a)',
    'a en tx-s1',
    'b en tx-s1',
    'commit tx-s1',
    'fuera',
  ])
  expect(open).toBe(0)
})

test('the isolation level is the one that its members name', async () => {
  const flujo = flujoDe([dentro('a'), dentro('b', {}, { aislamiento: 'serializable' })], 'e>a>b')
  expect((await runFlujo(flujo)).log[0]).toBe('begin tx-s1 serializable (a)')
})

describe('rolls back', () => {
  test('when a member fails', async () => {
    const flujo = flujoDe([dentro('a'), dentro('b'), dentro('c', { falla: true })], 'e>a>b>c')
    const { log, open, result } = await runFlujo(flujo)
    expect(result.error?.nodo).toBe('c')
    expect(log.at(-1)).toBe('rollback tx-s1')
    expect(open).toBe(0)
  })

  test('when something else fails before its last member', async () => {
    const flujo = flujoDe([dentro('a'), llamada('x', { falla: true }), dentro('b')], 'e>a>x>b')
    expect((await runFlujo(flujo)).log).toEqual([
      'begin tx-s1 lecturaConfirmada (a)',
      'a en tx-s1',
      'x',
      'rollback tx-s1',
    ])
  })

  test('when the run is cancelled or out of time', async () => {
    const flujo = flujoDe([dentro('a', { ms: 1 }), dentro('b', { ms: 99 })], 'e>a>b')
    for (const options of [{ cancelAfter: 1 }, { deadlineMs: 10 }]) {
      const { log, open } = await runFlujo(flujo, options)
      expect(log.slice(-2)).toEqual(['cancelada b', 'rollback tx-s1'])
      expect(open).toBe(0)
    }
  })
})

test('a member that branches or goes on leaves the transaction usable', async () => {
  const flujo = flujoDe(
    [
      dentro('a'),
      dentro('b', { falla: true, error: 'definitivo' }, { politica: { enError: 'continuar' } }),
      dentro('c'),
    ],
    'e>a>b>c',
  )
  expect((await runFlujo(flujo)).log.at(-1)).toBe('commit tx-s1')
})

test('members on a branch that is not taken do not hold the commit', async () => {
  const flujo = flujoDe(
    [
      dentro('a'),
      { id: 'c', tipo: 'condicion', casos: [{ nombre: 'si', expresion: 'e.n > 10' }] },
      dentro('b'),
      llamada('fin'),
    ],
    'e>a>c c:si>b>fin c:otro>fin',
  )
  expect((await runFlujo(flujo, { entrada: { n: 1 } })).log).toEqual([
    'begin tx-s1 lecturaConfirmada (a)',
    'a en tx-s1',
    'commit tx-s1',
    'fin',
  ])
})

test('a transaction around a split holds its elements too', async () => {
  const flujo = flujoDe(
    [
      dentro('a'),
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
      { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' } },
      dentro('d', {}, { parametros: [{ nombre: 'v', expresion: 'elemento' }] }),
      { id: 'j', tipo: 'splitter-join', split: 'p' },
      dentro('z'),
    ],
    'e>a>l>p p:elemento>d>j>z',
  )
  expect((await runFlujo(flujo)).log).toEqual([
    'begin tx-s1 lecturaConfirmada (a)',
    'a en tx-s1',
    'd en tx-s1',
    'd en tx-s1',
    'z en tx-s1',
    'commit tx-s1',
  ])
})

test('a transaction inside a region is one an element: what went well stays', async () => {
  const flujo = flujoDe(
    [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 'dos', 3] }] },
      { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' }, enError: 'continuar' },
      dentro('a'),
      { id: 't', tipo: 'transformacion', parametros: [{ nombre: 'v', expresion: 'elemento * 1' }] },
      dentro('b'),
      { id: 'j', tipo: 'splitter-join', split: 'p' },
      salida('s', { total: 'j.total' }),
    ],
    'e>l>p p:elemento>a>t>b>j>s',
  )
  const { log, open } = await runFlujo(flujo)
  expect(log.filter((line) => line.startsWith('commit') || line.startsWith('rollback'))).toEqual([
    'commit tx-s1',
    'rollback tx-s1',
    'commit tx-s1',
  ])
  expect(open).toBe(0)
})
