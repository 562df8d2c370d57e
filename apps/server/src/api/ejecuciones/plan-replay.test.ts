import { FLUJO_VERSION, type Flujo, MuestraIncompleta } from '@div/contract'
import { expect, test } from 'vitest'
import { planReplay } from './plan-replay.ts'

const posicion = { x: 0, y: 0 }

/** entrada → a header → a number and a text → salida. */
function flujoOf(expresion: string): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'e', tipo: 'entrada', nombre: 'E', posicion, parametros: [] },
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 'Cabecera',
        posicion,
        parametros: [{ nombre: 'auth', expresion }],
      },
      { id: 'p', tipo: 'proceso', nombre: 'Llamar', posicion, parametros: [] },
      { id: 's', tipo: 'salida', nombre: 'S', posicion, parametros: [] },
    ],
    conexiones: [
      { id: '1', origen: 'e', destino: 't' },
      { id: '2', origen: 't', destino: 'p' },
      { id: '3', origen: 'p', destino: 's' },
    ],
  }
}

const replay = (expresion: string, auth: string, { entrada = {}, id = 7 as unknown } = {}) =>
  planReplay({
    flujo: flujoOf(expresion),
    ejecucion: {
      entrada,
      pasos: [
        { nodo: 't', estado: 'ok', salida: { auth } },
        { nodo: 'p', estado: 'ok', salida: { id } },
      ],
    },
    nodo: 's',
  })

test('what was hidden of a transformation is computed again, the calls are not made again', () => {
  expect(replay('A_BASE64(PARAMETRO("clave"))', '•••')).toEqual({
    entrada: {},
    datosFijados: { p: { id: 7 } },
  })
  expect(replay('"a"', 'a').datosFijados).toEqual({ t: { auth: 'a' }, p: { id: 7 } })
})

test('a number that was taken is not taken again', () => {
  expect(() => replay('Consecutivo(PARAMETRO("serie"))', '•••')).toThrow(MuestraIncompleta)
})

test('all that was not kept whole is named at once', () => {
  expect(() => replay('CONSECUTIVO("serie")', '•••', { entrada: { clave: '•••' }, id: '•••' })).toThrow(
    'No se guardó entero en el historial: la entrada, la salida de «Cabecera» y la salida de «Llamar» (',
  )
})
