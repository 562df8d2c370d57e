import { expect, test } from 'vitest'
import { checkEntrada } from './check-entrada.ts'

const PARAMETROS = [
  { nombre: 'id', tipo: 'entero', requerido: true },
  { nombre: 'pais', tipo: 'texto', defecto: 'ES' },
] as const

test.each([
  [{ id: 7 }, []],
  [{ id: '7' }, []],
  [{}, [{ campo: 'entrada.id', mensaje: 'Falta este dato.' }]],
  [[7], [{ campo: 'entrada', mensaje: 'La entrada es un objeto.' }]],
  [null, [{ campo: 'entrada', mensaje: 'La entrada es un objeto.' }]],
  [{ id: 'siete' }, [{ campo: 'entrada.id', mensaje: 'Se esperaba un número entero.' }]],
])('of %o is refused: %o', (entrada, errores) => {
  expect(checkEntrada(PARAMETROS, entrada)).toEqual(errores)
})
