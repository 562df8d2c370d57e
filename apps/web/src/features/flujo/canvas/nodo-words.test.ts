import { expect, test } from 'vitest'
import type { NodoRun } from './nodo-run.ts'
import { type NodoLooks, wordsOf } from './nodo-words.ts'

const LOOKS: NodoLooks = {
  face: { line: 'customer · Chinook', transaccion: null },
  badge: undefined,
  run: undefined,
  region: undefined,
}
const run = (fields: Partial<NodoRun>): NodoRun => ({
  estado: 'ok',
  text: '3 ms · 12 filas',
  ramas: {},
  elementos: 12,
  fijado: false,
  ...fields,
})
const error = { codigo: 'SERVIDOR_NO_RESPONDE', mensaje: 'Chinook no contesta.' }

test.each<[Partial<NodoLooks>, string]>([
  [{}, 'customer · Chinook'],
  [{ run: run({}) }, 'customer · Chinook, Correcto: 3 ms · 12 filas'],
  [{ run: run({ estado: 'omitido', text: 'Omitido' }) }, 'customer · Chinook, Omitido'],
  [{ run: run({ estado: null, text: '', fijado: true }) }, 'customer · Chinook, Datos fijados'],
  [
    { run: run({ estado: 'error', text: 'SERVIDOR_NO_RESPONDE · 3 ms', error }) },
    'customer · Chinook, Falló: SERVIDOR_NO_RESPONDE · 3 ms, Chinook no contesta. Pruebe la conexión en la página del servidor: puede estar apagado o no ser alcanzable.',
  ],
  [
    { run: run({ estado: 'error', text: 'De antes del cambio', error, isStale: true }) },
    'customer · Chinook, De antes del cambio',
  ],
  [
    {
      face: { line: 'customer · Chinook', transaccion: 'pedido' },
      region: 'Por pedido',
      badge: { gravedad: 'error', text: 'Falta esto.\nY esto.' },
      cambio: 'cambiado',
    },
    'customer · Chinook, dentro de Por pedido, transacción pedido, Error: Falta esto. Y esto., cambiado',
  ],
])('%j says «%s»', (fields, expected) => {
  expect(wordsOf({ ...LOOKS, ...fields })).toBe(expected)
})
