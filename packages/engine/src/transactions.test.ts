import { PoolAgotado, ServidorRechaza } from '@div/contract'
import { describe, expect, test } from 'vitest'
import type { Guion } from './servidores-testing.ts'
import { flujoDe, hallazgosDe, llamada, runFlujo, salida } from './testing.ts'

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

test('members on several branches of a split share one transaction around it', async () => {
  const flujo = flujoDe(
    [
      { id: 'p', tipo: 'splitter-split' },
      dentro('a'),
      dentro('b'),
      { id: 'j', tipo: 'splitter-join', split: 'p' },
      llamada('fin'),
    ],
    'e>p>a>j p>b>j j>fin',
  )
  expect((await runFlujo(flujo)).log).toEqual([
    'begin tx-s1 lecturaConfirmada (a)',
    'a en tx-s1',
    'b en tx-s1',
    'commit tx-s1',
    'fin',
  ])
})

test('a join that gives up rolls back what its region did', async () => {
  const flujo = flujoDe(
    [
      { id: 'p', tipo: 'splitter-split' },
      dentro('a'),
      dentro('b', { ms: 99 }),
      { id: 'j', tipo: 'splitter-join', split: 'p', union: { tipo: 'todos', tiempoMaximoMs: 10 } },
    ],
    'e>p>a>j p>b>j',
  )
  const { result, log, open } = await runFlujo(flujo)
  expect(result.error).toMatchObject({ codigo: 'TIEMPO_AGOTADO', nodo: 'j' })
  expect(log.slice(-2)).toEqual(['cancelada b', 'rollback tx-s1'])
  expect(open).toBe(0)
})

test('a run that ends before the last member leaves nothing behind', async () => {
  const flujo = flujoDe([dentro('a'), dentro('b')], 'e>a>b')
  const { result, log, open } = await runFlujo(flujo, { input: { hastaNodo: 'a' } })
  expect(result.estado).toBe('ok')
  expect(log).toEqual(['begin tx-s1 lecturaConfirmada (a)', 'a en tx-s1', 'rollback tx-s1'])
  expect(open).toBe(0)
})

test('a transaction that cannot be opened is a failure of the call that needs it, which may try again', async () => {
  const flujo = flujoDe(
    [dentro('a', {}, { politica: { reintentos: { max: 1, esperaMs: 1, factor: 1 } } }), salida('s')],
    'e>a>s',
  )
  let times = 0
  const begin = async () => {
    times++
    if (times === 1) throw new PoolAgotado({ servidor: 'Pruebas', esperaMs: 1 })
    return { commit: async () => {}, rollback: async () => {} }
  }
  const { result } = await runFlujo(flujo, { ports: { begin } })
  expect({ times, estado: result.estado }).toEqual({ times: 2, estado: 'ok' })
})

test('a commit that is refused fails the run, naming the last member', async () => {
  const flujo = flujoDe([dentro('a'), llamada('despues'), salida('s')], 'e>a>despues>s')
  const begin = async () => ({
    commit: () => Promise.reject(new ServidorRechaza({ servidor: 'Pruebas', motivo: 'conflicto' })),
    rollback: async () => {},
  })
  const { result, log } = await runFlujo(flujo, { ports: { begin } })
  expect(result.error).toMatchObject({ codigo: 'SERVIDOR_RECHAZA', nodo: 'a' })
  expect(log).not.toContain('despues')
})

describe('a call inside a transaction asks to leave it usable when', () => {
  const region = (campos: { split?: object; join?: object; llamada?: object }) =>
    flujoDe(
      [
        dentro('z'),
        { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1] }] },
        { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' }, ...campos.split },
        dentro('a', {}, campos.llamada),
        { id: 'j', tipo: 'splitter-join', split: 'p', ...campos.join },
      ],
      'e>z>l>p p:elemento>a>j',
    )

  test.each<[string, Parameters<typeof region>[0], boolean]>([
    ['nothing bears its failure', {}, false],
    ['it may be tried again', { llamada: { politica: { reintentos: { max: 1 } } } }, true],
    ['it goes on by itself', { llamada: { politica: { enError: 'continuar' } } }, true],
    ['its split gathers failures', { split: { enError: 'continuar' } }, true],
    ['its split goes on', { split: { politica: { enError: 'continuar' } } }, true],
    ['its join goes on', { join: { politica: { enError: 'continuar' } } }, true],
    ['its join may cancel it', { join: { union: { tipo: 'alguno' } } }, true],
  ])('%s', async (_when, campos, expected) => {
    const { savepoints } = await runFlujo(region(campos))
    expect(savepoints.a).toBe(expected)
  })
})

test.each([
  ['after a member', 'p:elemento>a>espera>j'],
  ['before a member', 'p:elemento>espera>a>j'],
  ['beside a member', 'p:elemento>a>j p:elemento>espera>j'],
])('a wait %s in a region that the transaction goes around stands inside it', (_where, dentroDeLaRegion) => {
  const nodos = [
    dentro('z'),
    { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1] }] },
    { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' } },
    dentro('a'),
    llamada('espera', { admiteTransaccion: false }),
    { id: 'j', tipo: 'splitter-join', split: 'p' },
    salida('s'),
  ]
  const mensaje =
    'espera transaccion: Una llamada a un servicio o una espera no puede estar dentro de la transacción «pago»: retendría la conexión.'
  expect(hallazgosDe(nodos, `e>z>l>p ${dentroDeLaRegion} j>s`)).toEqual([mensaje])
})

test('a wait beside a transaction of one element does not stand inside it', () => {
  const nodos = [
    { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1] }] },
    { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' } },
    dentro('a'),
    llamada('espera', { admiteTransaccion: false }),
    { id: 'j', tipo: 'splitter-join', split: 'p' },
    salida('s'),
  ]
  expect(hallazgosDe(nodos, 'e>l>p p:elemento>a>espera>j>s')).toEqual([])
})

test('of two transactions that end with the same node, a commit that is refused rolls the other back', async () => {
  const flujo = flujoDe(
    [
      dentro('a', {}, { transaccion: 't1', servidorId: 's1' }),
      dentro('b', {}, { transaccion: 't2', servidorId: 's2' }),
      { id: 'p', tipo: 'splitter-split' },
      dentro('c', {}, { transaccion: 't1', servidorId: 's1' }),
      dentro('d', {}, { transaccion: 't2', servidorId: 's2' }),
      { id: 'j', tipo: 'splitter-join', split: 'p' },
    ],
    'e>a>b>p>c>j p>d>j',
  )
  const ends: string[] = []
  const begin = async (servidorId: string) => ({
    commit: async () => {
      ends.push(`commit ${servidorId}`)
      if (servidorId === 's1') throw new ServidorRechaza({ servidor: 's1', motivo: 'conflicto' })
    },
    rollback: async () => void ends.push(`rollback ${servidorId}`),
  })
  const { result } = await runFlujo(flujo, { ports: { begin } })
  expect(result.error).toMatchObject({ codigo: 'SERVIDOR_RECHAZA', nodo: 'j' })
  expect(ends).toEqual(['commit s1', 'rollback s2'])
})

test('a member that was left out before the first call does not hold the commit either', async () => {
  const flujo = flujoDe(
    [
      { id: 'c', tipo: 'condicion', casos: [{ nombre: 'si', expresion: 'e.n > 10' }] },
      dentro('a'),
      dentro('b'),
      llamada('fin'),
    ],
    'e>c c:si>a>b c:otro>b>fin',
  )
  expect((await runFlujo(flujo)).log).toEqual([
    'begin tx-s1 lecturaConfirmada (b)',
    'b en tx-s1',
    'commit tx-s1',
    'fin',
  ])
})

test('a run that was cancelled stays so although undoing it takes longer than it had', async () => {
  const flujo = flujoDe([dentro('a'), dentro('b', { ms: 50 })], 'e>a>b')
  const rollback = async () => {
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const begin = async () => ({ nombre: 'lento', commit: async () => {}, rollback })
  const { result } = await runFlujo(flujo, { cancelAfter: 1, deadlineMs: 40, ports: { begin } })
  expect(result).toMatchObject({ estado: 'cancelada', error: { codigo: 'EJECUCION_CANCELADA' } })
})
