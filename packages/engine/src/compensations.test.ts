import { AppError, type Llamadas, TiempoAgotado } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Caida, runDurable, TestPuntos } from './checkpoints-testing.ts'
import { canRunUpTo, type GuardaPuntos, type Plan, type RunInput, type RunResult, runPlan } from './index.ts'
import { measureValue } from './measure-value.ts'
import { randomFlujoDeshecho } from './random-flujo-testing.ts'
import { interpret, withoutCauses } from './reference-testing.ts'
import { TestClock, TestServidores } from './servidores-testing.ts'
import {
  flujoDe,
  hallazgosDe,
  llamada,
  type NodoDePrueba,
  parametrosDe,
  planOf,
  runFlujo,
  salida,
} from './testing.ts'

const DESHACE = { politica: { compensacion: true } }

/** Asks that what was done be undone. */
function undoing(nodos: readonly NodoDePrueba[], conexiones: string, compensacion = 'enError') {
  return { ...flujoDe(nodos, conexiones), compensacion }
}

/** Two bookings, each with what cancels it, then something that fails. */
const VIAJE = undoing(
  [
    llamada('vuelo', { salida: { reserva: 'V1' } }, DESHACE),
    llamada('anulaVuelo', {}, { parametros: parametrosDe({ reserva: 'vuelo.reserva', n: 'e.n' }) }),
    llamada('hotel', { salida: { reserva: 'H1' } }, DESHACE),
    llamada('anulaHotel', {}, { parametros: parametrosDe({ reserva: 'hotel.reserva' }) }),
    llamada('pago', { falla: true, error: 'definitivo' }),
    salida('s'),
  ],
  'e>vuelo>hotel>pago>s vuelo:compensar>anulaVuelo hotel:compensar>anulaHotel',
)

function compensated({ pasos }: RunResult) {
  return pasos.filter(({ compensa }) => compensa !== undefined)
}

test('what had finished is undone in reverse order, with what it gave, and told as such', async () => {
  const { result } = await runFlujo(VIAJE, { entrada: { n: 7 } })
  expect(result).toMatchObject({ estado: 'error', error: { codigo: 'DEFINITIVO', nodo: 'pago' } })
  expect(compensated(result).map(({ nodo, compensa, entrada }) => ({ nodo, compensa, entrada }))).toEqual([
    { nodo: 'anulaHotel', compensa: 'hotel', entrada: { reserva: 'H1' } },
    { nodo: 'anulaVuelo', compensa: 'vuelo', entrada: { reserva: 'V1', n: 7 } },
  ])
})

/** A run at which one may look while it goes on. */
function begin(plan: Plan, puntos?: GuardaPuntos) {
  const input: RunInput = {
    idEjecucion: 'r1',
    entrada: { n: 1 },
    deadline: Number.POSITIVE_INFINITY,
    profundidad: 0,
    secretos: { redact: (text) => text },
    ...(puntos && { puntos }),
  }
  const ports = {
    clock: new TestClock({}),
    begin: () => Promise.reject(new Error('none')),
    maxPasos: 100,
    iteraciones: 100,
    compensacionMs: () => 1_000,
  }
  return { input, running: Promise.resolve(runPlan(plan, input, ports)) }
}

test('whoever comes to look at a run that is being undone sees what goes on in it', async () => {
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const llamadas: Llamadas = {
    prepare: ({ objeto }) => ({
      efecto: 'escritura',
      admiteTransaccion: false,
      async call() {
        if ('falla' in objeto) throw new TiempoAgotado({ que: 'El pago', limiteMs: 1 })
        if ('espera' in objeto) {
          asked.resolve()
          await release.promise
        }
        return {}
      },
    }),
    begin: () => Promise.reject(new Error('none')),
  }
  const flujo = undoing(
    [
      { ...llamada('a'), ...DESHACE },
      { ...llamada('quita'), objeto: { espera: true } },
      { ...llamada('mal'), objeto: { falla: true } },
      salida('s'),
    ],
    'e>a>mal>s a:compensar>quita',
  )
  const { input, running } = begin(planOf(flujo, llamadas))
  await asked.promise
  const watched = input.corriendo?.watch()
  const open = () => [...(watched?.open ?? [])].map(({ nodo }) => nodo)
  expect({ open: open(), told: watched?.pasos.map(({ nodo }) => nodo) }).toEqual({
    open: ['quita'],
    told: ['e', 'a', 'mal', 'quita'],
  })
  release.resolve()
  expect((await running).estado).toBe('error')
  expect(open()).toEqual([])
})

test('nobody waits any more for what a run that is being undone waited for', async () => {
  const waited: unknown[] = []
  const failed = Promise.withResolvers<never>()
  const llamadas: Llamadas = {
    prepare: ({ nodo }) => ({
      efecto: 'escritura',
      admiteTransaccion: false,
      ...(nodo === 'espera' && { waitFor: () => ({ clase: 'senal', vence: null }) }),
      call() {
        if (nodo.startsWith('quita')) waited.push(input.corriendo?.listEsperas())
        return nodo === 'mal' ? failed.promise : {}
      },
    }),
    begin: () => Promise.reject(new Error('none')),
  }
  const flujo = undoing(
    [
      llamada('a', {}, DESHACE),
      llamada('quitaA'),
      llamada('b', {}, DESHACE),
      llamada('quitaB'),
      llamada('espera'),
      llamada('mal'),
      salida('s'),
    ],
    'e>a>b>mal>s e>espera>s a:compensar>quitaA b:compensar>quitaB',
  )
  const plan = planOf(flujo, llamadas, { modo: 'durable' })
  const { input, running } = begin(plan, new TestPuntos().attempt(undefined))
  await expect.poll(() => input.corriendo?.listEsperas()).toMatchObject([{ nodo: 'espera' }])
  failed.reject(new TiempoAgotado({ que: 'El pago', limiteMs: 1 }))
  expect((await running).error?.codigo).toBe('TIEMPO_AGOTADO')
  expect(waited).toEqual([[], []])
})

test('a run goes up to the nodes of the flow, and to none of those that undo another', async () => {
  const plan = planOf(VIAJE, new TestServidores(new TestClock({})))
  const { result, log } = await runFlujo(VIAJE, { entrada: { n: 7 }, input: { hastaNodo: 'hotel' } })
  expect({ estado: result.estado, log }).toEqual({ estado: 'ok', log: ['vuelo', 'hotel'] })
  const reached = VIAJE.nodos.map(({ id }) => id).filter((id) => canRunUpTo(plan, id))
  expect(reached).toEqual(['e', 'vuelo', 'hotel', 'pago', 's'])
})

test('a run that ends well undoes nothing', async () => {
  const flujo = undoing([llamada('a', {}, DESHACE), llamada('b'), salida('s')], 'e>a>s a:compensar>b')
  const { result, log } = await runFlujo(flujo)
  expect(result.pasos.map(({ nodo }) => nodo)).toEqual(['e', 'a', 's'])
  expect(log).toEqual(['a'])
})

test.each([
  ['never asked', undefined, { cancelAfter: 1 }, []],
  ['asked for failures, and cancelled', 'enError', { cancelAfter: 1 }, []],
  ['asked for both, and cancelled', 'enErrorOCancelacion', { cancelAfter: 1 }, ['b']],
  ['asked for failures, and late', 'enError', { deadlineMs: 5 }, ['b']],
] as const)('%s: undone is what that asks', async (_what, compensacion, options, undone) => {
  const nodos = [llamada('a', {}, DESHACE), llamada('b'), llamada('c', { ms: 10 }), salida('s')]
  const flujo = { ...flujoDe(nodos, 'e>a>c>s a:compensar>b'), compensacion }
  const { result, open, timers } = await runFlujo(flujo, options)
  expect(result.estado).toBe('cancelAfter' in options ? 'cancelada' : 'error')
  expect(compensated(result).map(({ nodo }) => nodo)).toEqual(undone)
  expect({ open, timers }).toEqual({ open: 0, timers: 0 })
})

test('one that cannot be undone is retried as it says, told beside what failed, and the others are undone', async () => {
  const failing = {
    objeto: { falla: true },
    politica: { reintentos: { max: 2, esperaMs: 1, factor: 1 } },
  }
  const nodos = VIAJE.nodos.map((nodo) => (nodo.id === 'anulaHotel' ? { ...nodo, ...failing } : nodo))
  const { result, log } = await runFlujo({ ...VIAJE, nodos })
  expect(log).toEqual(['vuelo', 'hotel', 'pago', 'anulaHotel', 'anulaHotel', 'anulaHotel', 'anulaVuelo'])
  expect(result).toMatchObject({
    estado: 'error',
    error: {
      codigo: 'DEFINITIVO',
      mensaje:
        'No se puede. Además no se pudo deshacer «hotel»: El servidor «Pruebas» no responde: no contestó.',
      detalle: { sinDeshacer: [{ nodo: 'hotel', codigo: 'SERVIDOR_NO_RESPONDE' }] },
    },
  })
})

test('items of a region are undone one by one, each with its own', async () => {
  const flujo = undoing(
    [
      { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: ['a', 'b'] }] },
      { id: 'd', tipo: 'splitter-split', lista: { nodo: 'lista', ruta: 'x' }, concurrencia: 1 },
      llamada('pon', { salida: 1 }, DESHACE),
      llamada(
        'quita',
        {},
        { parametros: [{ nombre: 'que', expresion: 'elemento & indice' }, ...parametrosDe({ n: 'e.n' })] },
      ),
      { id: 'j', tipo: 'splitter-join', split: 'd' },
      llamada('mal', { falla: true, error: 'definitivo' }),
      salida('s'),
    ],
    'e>lista>d>pon>j>mal>s pon:compensar>quita',
  )
  const { result } = await runFlujo(flujo)
  expect(compensated(result).map(({ entrada, iteracion }) => ({ entrada, iteracion }))).toEqual([
    { entrada: { que: 'b1', n: 1 }, iteracion: [1] },
    { entrada: { que: 'a0', n: 1 }, iteracion: [0] },
  ])
})

test('a member of a transaction is undone once that was committed, and not when it was rolled back', async () => {
  const nodos = (fails: string) => [
    llamada('a', {}, { ...DESHACE, transaccion: 't' }),
    llamada('b', { falla: fails === 'b', error: 'definitivo' } as object, { transaccion: 't' }),
    llamada('c', { falla: fails === 'c', error: 'definitivo' } as object),
    llamada('x'),
    salida('s'),
  ]
  const undone = async (fails: string) => {
    const flujo = undoing(nodos(fails), 'e>a>b>c>s a:compensar>x')
    return compensated((await runFlujo(flujo)).result).map(({ nodo }) => nodo)
  }
  expect(await undone('c')).toEqual(['x'])
  expect(await undone('b')).toEqual([])
})

test('what failed and went on has nothing to undo', async () => {
  const flujo = undoing(
    [
      llamada('a', { falla: true }, { politica: { compensacion: true, enError: 'continuar' } }),
      llamada('x'),
      llamada('mal', { falla: true, error: 'definitivo' }),
      salida('s'),
    ],
    'e>a>mal>s a:compensar>x',
  )
  expect(compensated((await runFlujo(flujo)).result)).toEqual([])
})

test('beyond the limit a node that could not be undone is not begun', async () => {
  const { result } = await runFlujo(VIAJE, { limits: { compensaciones: 1 } })
  expect(result.error).toMatchObject({ codigo: 'LIMITE_SUPERADO', nodo: 'hotel' })
  expect(compensated(result).map(({ nodo }) => nodo)).toEqual(['anulaVuelo'])
})

test('beyond the characters that undoing needs likewise; what several read is counted once', async () => {
  const { result } = await runFlujo(VIAJE, { limits: { compensacionesBytes: 1 } })
  expect(result.error).toMatchObject({ codigo: 'LIMITE_SUPERADO', nodo: 'hotel' })
  expect(result.error?.mensaje).toContain('compensacionesBytes')
  expect(compensated(result).map(({ nodo }) => nodo)).toEqual(['anulaVuelo'])
})

test('a value is as long as its texts, and one that was counted takes no room again', () => {
  const shared = { texto: 'x'.repeat(1_000) }
  const counted = new WeakSet<object>()
  expect(measureValue([shared, shared], counted)).toBeLessThan(1_100)
  expect(measureValue({ shared }, counted)).toBeLessThan(100)
})

test.each<[string, NodoDePrueba[], string, string[]]>([
  [
    'its way is its own',
    [llamada('a', {}, DESHACE), llamada('x'), salida('s')],
    'e>a>s a:compensar>x>s',
    [
      's conexiones: La rama que deshace «a» va por su cuenta: no puede volver al camino normal ni juntarse con otra.',
      's tipo: En una rama que deshace no hay salidas: quien llamó recibe el error.',
    ],
  ],
  [
    'its handle is one that the node has',
    [llamada('a'), llamada('x'), salida('s')],
    'e>a>s a:compensar>x',
    [
      'a conexiones: La conexión «a:compensar>x» parte de la salida «compensar»: marque «Se deshace con una rama» en la política.',
    ],
  ],
  [
    'only a proceso has an effect',
    [{ id: 'a', tipo: 'transformacion', ...DESHACE }, salida('s')],
    'e>a>s',
    ['a politica.compensacion: Solo un nodo proceso tiene un efecto que deshacer: quite la marca.'],
  ],
  [
    'it reads nothing that comes later',
    [
      llamada('a', {}, DESHACE),
      llamada('b'),
      llamada('x', {}, { parametros: parametrosDe({ b: 'b' }) }),
      salida('s'),
    ],
    'e>a>b>s a:compensar>x',
    ['x parametros[0].valorAsignado: «b» no está antes de este nodo.'],
  ],
  [
    'nobody undoes what undoes, nor in a transaction',
    [
      llamada('a', {}, DESHACE),
      llamada('x', {}, { ...DESHACE, transaccion: 't' }),
      llamada('y'),
      salida('s'),
    ],
    'e>a>s a:compensar>x x:compensar>y',
    [
      'x politica.compensacion: Lo que deshace a otro nodo no se deshace a su vez.',
      'x transaccion: En una rama que deshace no hay transacciones: cada paso se reintenta por su cuenta.',
    ],
  ],
])('%s', (_what, nodos, conexiones, hallazgos) => {
  const found = hallazgosDe(nodos, conexiones).filter((line) => !line.includes('El proceso no pide'))
  expect(found).toEqual(hallazgos)
})

test('a branch that nobody asks for, and the other way round, are told', () => {
  expect(hallazgosDe([llamada('a', {}, DESHACE), llamada('x'), salida('s')], 'e>a>s a:compensar>x')).toEqual([
    'a politica.compensacion: El proceso no pide deshacer lo hecho: elija cuándo, en el menú del modo, o esta rama no se ejecuta nunca.',
  ])
})

const entrada = fc.record({ n: fc.nat({ max: 2 }) })

test('of random flows that fail all that ended well is undone, last first, as the reference interpreter had it', async () => {
  await fc.assert(
    fc.asyncProperty(randomFlujoDeshecho, entrada, async (flujo, given) => {
      const expected = interpret(flujo, given)
      const { result, open } = await runFlujo(flujo, { entrada: given })
      expect(result.estado).toBe(expected.estado)
      const told = compensated(result)
      const done = result.pasos.filter(
        ({ nodo, estado, aviso }) => estado === 'ok' && aviso === undefined && isUndone(flujo, nodo),
      )
      const keyOf = ({ nodo, iteracion = [] }: { nodo: string; iteracion?: readonly number[] }) =>
        `${nodo}[${iteracion.join(',')}]`
      if (result.estado === 'ok') expect(told).toEqual([])
      else
        expect(
          told
            .map(({ compensa = '', iteracion }) => keyOf({ nodo: compensa, ...(iteracion && { iteracion }) }))
            .toSorted(),
        ).toEqual(done.map(keyOf).toSorted())
      for (const paso of told)
        expect(withoutCauses(paso.entrada)).toEqual(withoutCauses(expected.deshacer.get(keyOf(paso))))
      const endOf = new Map(done.map((paso) => [keyOf(paso), paso.inicio + paso.duracionMs]))
      const ends = told.map(
        ({ compensa = '', iteracion }) =>
          endOf.get(keyOf({ nodo: compensa, ...(iteracion && { iteracion }) })) ?? 0,
      )
      expect(ends).toEqual(ends.toSorted((left, right) => right - left))
      expect(open).toBe(0)
    }),
    { numRuns: 300 },
  )
})

const caidas = fc.array(fc.record({ escritura: fc.nat({ max: 9 }), guardada: fc.boolean() }), {
  maxLength: 4,
})

test('a durable run that dies while it is undone goes on undoing, and runs nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(randomFlujoDeshecho, entrada, caidas, async (drawn, given, each: Caida[]) => {
      const nodos = drawn.nodos.map((nodo) => ({ ...nodo, ...('cursor' in nodo && { cursor: false }) }))
      const flujo = { ...drawn, nodos }
      const expected = interpret(flujo, given)
      const { run, puntos } = await runDurable(flujo, each, { entrada: given })
      expect(run.result.estado).toBe(expected.estado)
      expect(run.open).toBe(0)
      if (expected.estado === 'ok') return
      const undone = new Set(compensated(run.result).map(({ compensa }) => compensa))
      expect(puntos.listCompensables().filter((nodo) => !undone.has(nodo))).toEqual([])
    }),
    { numRuns: 250 },
  )
})

function isUndone({ nodos }: typeof VIAJE, id: string): boolean {
  const nodo: NodoDePrueba | undefined = nodos.find((each) => each.id === id)
  return Reflect.get(Object(nodo?.politica), 'compensacion') === true
}

test('a run that is being undone goes on so, however it would go now', async () => {
  // The write after which it dies: `vuelo`, `hotel`, then that it is being undone, then `anulaHotel`.
  const { run } = await runDurable(VIAJE, [{ escritura: 3, guardada: true }], { entrada: { n: 7 } })
  expect(run.log).toEqual(['anulaVuelo'])
  expect(run.result).toMatchObject({ estado: 'error', error: { codigo: 'DEFINITIVO', nodo: 'pago' } })
  expect(run.result.causa).toBeInstanceOf(AppError)
  expect(run.result.pasos.map(({ nodo, compensa }) => compensa ?? nodo)).toEqual([
    ...['e', 'vuelo', 'hotel', 'pago'],
    ...['hotel', 'vuelo'],
  ])
})
