import { expect, test } from 'vitest'
import { type Computed, computingWith, type Muestras } from './muestras.ts'

const { computeOrigen, computePasos, computeRegla } = computingWith()

const MUESTRAS: Muestras = {
  salidas: new Map<string, unknown>([
    ['n1', { id: 7, vacio: null }],
    [
      'n2',
      {
        filas: [
          { pais: 'ES', total: 2 },
          { pais: 'BR', total: 5 },
          { pais: 'ES', total: 9 },
        ],
      },
    ],
  ]),
  item: { elemento: { total: 3 }, indice: 4 },
}
const valor = (value: unknown): Computed => ({ clase: 'valor', valor: value })
const PENDIENTE: Computed = { clase: 'pendiente' }

test.each<[object, Computed]>([
  [{ valor: 'x' }, valor('x')],
  [{ valorAsignado: { nodo: 'n2', ruta: 'filas[1].pais' } }, valor('BR')],
  [{ valorAsignado: { nodo: 'n1', ruta: 'vacio', defecto: 1 } }, valor(1)],
  [{ expresion: 'SUMA(MAPEAR(n2.filas; elemento.total))' }, valor(16)],
  [{ expresion: 'elemento.total + indice' }, valor(7)],
  [{ expresion: 'PARAMETRO("url")' }, PENDIENTE],
  [{ expresion: 'BUSCAR("paises"; n1.id; "nombre")' }, PENDIENTE],
])('%j comes to %j', (origen, expected) => {
  expect(computeOrigen(origen, MUESTRAS)).toEqual(expected)
})

test.each([
  [{ expresion: 'n9.x' }, ['n9']],
  [{ expresion: '(' }, []],
  [{ valorAsignado: { nodo: 'n9', ruta: '' } }, ['n9']],
])('%j says what is wrong with it, and what has no sample', (origen, sinMuestra) => {
  expect(computeOrigen(origen, MUESTRAS)).toEqual({ clase: 'error', mensaje: expect.any(String), sinMuestra })
})

const fila = (operador: string, derecha: unknown) => ({
  izquierda: { valorAsignado: { nodo: 'n1', ruta: 'id' } },
  operador,
  derecha: { valor: derecha },
})

test.each<[unknown, Computed]>([
  [{ y: [fila('mayor', 5)] }, valor(true)],
  [{ y: [fila('mayor', 5), fila('igual', 8)] }, valor(false)],
  [{ o: [fila('igual', 8), { y: [fila('menor', 8)] }] }, valor(true)],
  [{ y: [] }, PENDIENTE],
])('the rule %j is %j', (regla, expected) => {
  expect(computeRegla(regla, MUESTRAS)).toEqual(expected)
})

test('of the steps over a list each shows what it leaves, as far as they are right', () => {
  const pasos = [
    { tipo: 'filtrar', expresion: 'elemento.pais = "ES"' },
    { tipo: 'agrupar', por: ['pais'], agregados: [{ nombre: 'suma', funcion: 'suma', campo: 'total' }] },
    { tipo: 'ordenar', por: [] },
    { tipo: 'limitar', cantidad: 1 },
  ]
  const [first, ...others] = computePasos({ nodo: 'n2', ruta: 'filas' }, pasos, MUESTRAS)
  expect(first).toMatchObject({ clase: 'valor' })
  expect(others).toEqual([
    valor([
      { pais: 'ES', total: 2 },
      { pais: 'ES', total: 9 },
    ]),
    valor([{ pais: 'ES', suma: 11 }]),
    PENDIENTE,
    PENDIENTE,
  ])
})

test('everything is computed within the limits of the installation', () => {
  const few = computingWith({ caracteresFormula: 3 })
  expect(computeOrigen({ expresion: '1 + 1' }, MUESTRAS)).toEqual(valor(2))
  expect(few.computeOrigen({ expresion: '1 + 1' }, MUESTRAS).clase).toBe('error')
  expect(few.formulaToRegla('1 = 1')).toBeNull()
})
