import { describe, expect, test } from 'vitest'
import type { FormulaScope } from './formula-scope.ts'
import { busquedaKey, type FormulaWorld } from './formula-world.ts'
import { tryFormula } from './try-formula.ts'

const SCOPE: FormulaScope = {
  labels: new Map([
    ['n1', 'Entrada'],
    ['n2', 'Buscar cliente'],
    ['n3', 'Sin probar'],
    ['n9', 'Respuesta'],
  ]),
  muestras: new Map<string, unknown>([
    ['n3', undefined],
    ['n2', { filas: [{ nombre: 'Astrid', total: 3 }] }],
    ['n1', { id: 7 }],
  ]),
  elemento: null,
}
const WORLD: FormulaWorld = {
  limites: undefined,
  zonaHoraria: 'UTC',
  now: () => 0,
  parametros: new Map([
    ['iva', { valor: 0.21, isSecret: false }],
    ['clave', { valor: null, isSecret: true }],
  ]),
  tablas: new Map([['paises', ['codigo', 'nombre']]]),
  filas: new Map([
    [busquedaKey({ tabla: 'paises', columna: 'codigo', clave: 'ES' }), { codigo: 'ES', nombre: 'España' }],
    [busquedaKey({ tabla: 'paises', columna: 'nombre', clave: 'Nada' }), null],
  ]),
}

test.each([
  ['MAYUSCULAS(n2.filas[0].nombre) & "!"', 'ASTRID!'],
  ['n1.id * 2', 14],
  ['n1', { id: 7 }],
  ['PARAMETRO("iva") * 100', 21],
  ['BUSCAR("paises"; "ES"; "nombre")', 'España'],
  ['BUSCAR("paises"; "Nada"; "codigo"; "nombre")', null],
  ['MAPEAR(n2.filas; elemento.total)', [3]],
  ['SI(n1.id = 7; "sí"; n3.x)', 'sí'],
])('%s is %j', (formula, valor) => {
  expect(tryFormula(formula, SCOPE, WORLD)).toEqual({ kind: 'valor', valor })
})

test.each([
  ['', { kind: 'vacia' }],
  ['n3.x', { kind: 'sinDatos', nombre: 'Sin probar' }],
  ['SI_ERROR(n3.x; 1)', { kind: 'sinDatos', nombre: 'Sin probar' }],
  ['PARAMETRO("clave")', { kind: 'alEjecutar', motivo: 'Usa el parámetro secreto «clave».' }],
  ['CONSECUTIVO("facturas")', { kind: 'alEjecutar', motivo: 'Toma un consecutivo.' }],
  [
    'BUSCAR("paises"; "CL"; "nombre")',
    { kind: 'buscando', busqueda: { tabla: 'paises', columna: 'codigo', clave: 'CL' } },
  ],
])('%s has no value yet', (formula, expected) => {
  expect(tryFormula(formula, SCOPE, WORLD)).toEqual(expected)
})

test('an item that nobody saw may be named', () => {
  const elemento = { lista: undefined, lote: 1, isUnseen: true as const }
  expect(tryFormula('elemento.x * 2', { ...SCOPE, elemento }, WORLD)).toEqual({
    kind: 'sinDatos',
    nombre: 'Cada elemento',
  })
})

test('what cannot be computed says why and where', () => {
  expect(tryFormula('1 + n1.id / 0', SCOPE, WORLD)).toEqual({
    kind: 'fallo',
    mensaje: expect.stringContaining('cero'),
    posicion: expect.any(Number),
  })
})

test.each([
  ['MAYUS(n1.id)', 0, 5, 'No existe la función «MAYUS».'],
  ['n1.id + n77.x', 8, 11, 'No existe «n77».'],
  ['n9.x', 0, 2, '«Respuesta» no está antes de este nodo.'],
  ['1 + «Nadie».x', 4, 11, 'Ningún nodo se llama «Nadie».'],
  [
    'elemento.x',
    0,
    8,
    'Aquí no hay «elemento»: se conoce entre un «Splitter (dividir)» y su «Splitter (unir)».',
  ],
  ['IZQUIERDA()', 0, 11, 'IZQUIERDA necesita de 1 a 2 argumentos (texto; cuantos) y tiene 0.'],
  ['PARAMETRO("nada")', 10, 16, 'No existe el parámetro «nada».'],
  ['BUSCAR("nada"; 1; "x")', 7, 13, 'No existe la tabla «nada».'],
])('%s is wrong from %i to %i', (formula, desde, hasta, mensaje) => {
  expect(tryFormula(formula, SCOPE, WORLD)).toEqual({ kind: 'errores', errores: [{ desde, hasta, mensaje }] })
})

describe('inside a region', () => {
  const inside = (lista: string, lote = 1): FormulaScope => ({
    ...SCOPE,
    elemento: { lista: { nodo: 'n2', ruta: lista }, lote },
  })

  test.each([
    ['elemento.nombre', inside('filas'), { kind: 'valor', valor: 'Astrid' }],
    ['elemento[0].nombre', inside('filas', 10), { kind: 'valor', valor: 'Astrid' }],
    ['indice', inside('filas'), { kind: 'valor', valor: 0 }],
    ['elemento.nombre', inside('nada'), { kind: 'sinDatos', nombre: 'Buscar cliente' }],
    ['elemento', { ...SCOPE, elemento: { lista: undefined, lote: 1 } }, { kind: 'valor', valor: null }],
  ])('%s', (formula, scope, expected) => {
    expect(tryFormula(formula, scope, WORLD)).toEqual(expected)
  })
})

test('before it was asked what there is, nothing is said to be missing', () => {
  const unasked = { ...WORLD, parametros: null, tablas: null }
  expect(tryFormula('PARAMETRO("x")', SCOPE, unasked)).toMatchObject({ kind: 'alEjecutar' })
  expect(tryFormula('BUSCAR("x"; 1; "y")', SCOPE, unasked)).toMatchObject({ kind: 'alEjecutar' })
})

test('is computed within the limits of the installation', () => {
  const few = { ...WORLD, limites: { caracteresFormula: 3 } }
  expect(tryFormula('1 + 1', SCOPE, WORLD)).toEqual({ kind: 'valor', valor: 2 })
  expect(tryFormula('1 + 1', SCOPE, few).kind).toBe('errores')
})
