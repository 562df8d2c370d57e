import { expect, test } from 'vitest'
import { retryDelay } from './listen-tarea.ts'
import { mapEntrada } from './map-entrada.ts'

test('what the event brings stands over what the tarea gives, and what is missing is null', () => {
  const map = mapEntrada({
    entrada: { tienda: 'Sol', pedido: 0 },
    evento: { mapeo: { pedido: 'mensaje.pedido', linea: 'mensaje.lineas[0]', todo: '' } },
  })
  const datos = { mensaje: { pedido: 7 } }
  expect(map(datos)).toEqual({ tienda: 'Sol', pedido: 7, linea: null, todo: datos })
})

test.each([
  [1, 1_000],
  [2, 2_000],
  [4, 8_000],
  [50, 60_000],
])('after %i failures in a row the source is tried again in %i ms', (failures, delayMs) => {
  expect(retryDelay(failures)).toBe(delayMs)
})
