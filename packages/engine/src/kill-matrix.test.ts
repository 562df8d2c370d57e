import type { EsperaPedida, Llamadas } from '@div/contract'
import { expect, test } from 'vitest'
import { type Caida, TestPuntos } from './checkpoints-testing.ts'
import { EjecucionDormida, keyOfPunto } from './index.ts'
import { flujoDe, llamada, type NodoDePrueba, parametrosDe, runFlujo, salida } from './testing.ts'

/** How often each call was made, over all attempts of a run. Those that wait give what somebody answers. */
function counting() {
  const calls = new Map<string, number>()
  const llamadas: Llamadas = {
    prepare: ({ objeto }) => ({
      efecto: 'escritura',
      admiteTransaccion: false,
      ...('espera' in objeto && { waitFor: (): EsperaPedida => ({ clase: 'senal', vence: null }) }),
      async call(parametros, { claveIdempotencia }) {
        const [, key = ''] = claveIdempotencia.split('/')
        calls.set(key, (calls.get(key) ?? 0) + 1)
        return { de: key, ...parametros }
      },
    }),
    begin: () => Promise.reject(new Error('none')),
  }
  return { calls, llamadas }
}

const lista: NodoDePrueba = {
  id: 'lista',
  tipo: 'transformacion',
  parametros: [{ nombre: 'x', valor: [7, 8] }],
}
const x = (tipo: string, campos: object = {}): NodoDePrueba => ({ id: 'x', tipo, ...campos })

/** entrada → `a` → the node of that type → `b` → salida: every way ends where the others do. */
const TIPOS: Readonly<Record<string, { nodos: NodoDePrueba[]; conexiones: string; lee: string }>> = {
  entrada: { nodos: [], conexiones: 'e>a>b>s', lee: 'e.n' },
  proceso: { nodos: [llamada('x')], conexiones: 'e>a>x>b>s', lee: 'x.de' },
  transformacion: {
    nodos: [x('transformacion', { parametros: parametrosDe({ y: 'a.de' }) })],
    conexiones: 'e>a>x>b>s',
    lee: 'x.y',
  },
  condicion: {
    nodos: [x('condicion', { casos: [{ nombre: 'si', expresion: 'VERDADERO' }] })],
    conexiones: 'e>a>x:si>b>s',
    lee: 'x.caso',
  },
  'splitter-split': {
    nodos: [
      lista,
      x('splitter-split', { lista: { nodo: 'lista', ruta: 'x' }, concurrencia: 1 }),
      llamada('i', {}, { parametros: parametrosDe({ de: 'x.elemento' }) }),
      { id: 'j', tipo: 'splitter-join', split: 'x' },
    ],
    conexiones: 'e>a>lista>x>i>j>b>s',
    lee: 'j.elementos',
  },
  'splitter-join': {
    nodos: [
      { id: 'd', tipo: 'splitter-split' },
      llamada('i'),
      llamada('k'),
      x('splitter-join', { split: 'd' }),
    ],
    conexiones: 'e>a>d>i>x>b>s d>k>x',
    lee: 'x.elementos',
  },
  salida: { nodos: [], conexiones: 'e>a>b>s', lee: 'a.de' },
  espera: {
    nodos: [{ ...llamada('x'), objeto: { espera: true } }],
    conexiones: 'e>a>x>b>s',
    lee: 'x',
  },
}

function flujoWith({ nodos, conexiones, lee }: (typeof TIPOS)[string]) {
  const after = llamada('b', {}, { parametros: parametrosDe({ x: lee }) })
  return flujoDe([llamada('a'), ...nodos, after, salida('s', { x: 'b.x' })], conexiones)
}

/** Every place where a process may die while this run goes on: before and after each write, also of the attempt after a wait. */
function listDeaths(escritos: number): { intento: number; caida: Caida }[] {
  return [0, 1].flatMap((intento) =>
    Array.from({ length: escritos }, (_, escritura) =>
      [false, true].map((guardada) => ({ escritura, guardada })),
    )
      .flat()
      .map((caida) => ({ intento, caida })),
  )
}

/** Goes on after a death, and answers what it waits for, until it has ended. */
async function runToTheEnd(tipo: (typeof TIPOS)[string], death?: { intento: number; caida: Caida }) {
  const { calls, llamadas } = counting()
  const flujo = flujoWith(tipo)
  const puntos = new TestPuntos()
  for (let intento = 0; intento < 4; intento++) {
    const input = { puntos: puntos.attempt(intento === death?.intento ? death.caida : undefined) }
    const { result, open } = await runFlujo(flujo, { llamadas, modo: 'durable', input })
    expect(open).toBe(0)
    if (result.causa instanceof EjecucionDormida)
      for (const espera of result.causa.esperas) puntos.answer(keyOfPunto(espera), 'contestado')
    else if (result.estado === 'ok') return { cuerpo: result.respuesta?.cuerpo, calls, puntos }
  }
  throw new Error('it does not end')
}

test.each(Object.entries(TIPOS))(
  'a run with a node %s ends alike wherever its process dies',
  async (_tipo, tipo) => {
    const whole = await runToTheEnd(tipo)
    const deaths = listDeaths(whole.puntos.escritos.size)
    expect(deaths.length).toBeGreaterThan(4)
    for (const death of deaths) {
      const { cuerpo, calls } = await runToTheEnd(tipo, death)
      expect(cuerpo, JSON.stringify(death)).toEqual(whole.cuerpo)
      expect([...calls.keys()].toSorted()).toEqual([...whole.calls.keys()].toSorted())
      // What was kept is not done again; of what was not, what one write would have kept.
      const again = [...calls.values()].reduce((sum, times) => sum + times - 1, 0)
      expect(again, JSON.stringify(death)).toBeLessThanOrEqual(death.caida.guardada ? 0 : 1)
    }
  },
)
