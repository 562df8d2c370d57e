import { describe, expect, test } from 'vitest'
import { offersAt } from './formula-completions.ts'
import type { FormulaScope } from './formula-scope.ts'
import type { FormulaWorld } from './formula-world.ts'

const SCOPE: FormulaScope = {
  labels: new Map([
    ['n1', 'Entrada'],
    ['n2', 'Buscar cliente'],
    ['n9', 'Respuesta'],
  ]),
  muestras: new Map<string, unknown>([
    ['n2', { filas: [{ nombre: 'Astrid', 'e mail': 'a@b' }], total: 1 }],
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
    ['clave', { valor: 'x', isSecret: true }],
  ]),
  tablas: new Map([['paises', ['codigo', 'nombre']]]),
  filas: new Map(),
}

/** The bar is where the person types. */
function offers(marked: string, scope = SCOPE) {
  const place = marked.indexOf('|')
  const offer = offersAt(marked.replace('|', ''), place, scope, WORLD)
  return (
    offer && { desde: offer.desde, labels: offer.ofertas.map(({ label }) => label), ofertas: offer.ofertas }
  )
}

test.each([
  ['n2.|', 3, ['filas', 'total']],
  ['n2.to|', 3, ['filas', 'total']],
  ['1 + n2.filas[0].|', 16, ['nombre']],
  ['n2["filas"][0].no|', 15, ['nombre']],
  ['n1.nada.|', 8, []],
  ['PARAMETRO("|', 11, ['iva', 'clave']],
  ['PARAMETRO("i|")', 11, ['iva', 'clave']],
  ['parámetro("|', 11, ['iva', 'clave']],
  ['BUSCAR("|', 8, ['paises']],
  ['BUSCAR("paises"; n1.id; "|', 25, ['codigo', 'nombre']],
  ['BUSCAR("paises"; n1.id; "nombre"; "|")', 35, ['codigo', 'nombre']],
  ['BUSCAR_FILA("paises"; 1; "|', 26, ['codigo', 'nombre']],
  ['MAPEAR(n2.filas; elemento.|', 26, ['nombre']],
])('at %s stand the names that fit', (marked, desde, labels) => {
  expect(offers(marked)).toMatchObject({ desde, labels })
})

test.each(['"hola |', 'IZQUIERDA("|', 'BUSCAR("paises"; "|', '1.|', '3e|', '"a\\"|'])(
  'at %s there is nothing to offer',
  (marked) => {
    expect(offers(marked)).toBeNull()
  },
)

describe('where a value is expected', () => {
  test('data come by the names of their nodes and are written by their ids, with what stood there', () => {
    expect(offers('MAYUSCULAS(nom|')?.ofertas).toContainEqual({
      kind: 'dato',
      label: 'Buscar cliente.filas[0].nombre',
      texto: 'n2.filas[0].nombre',
      muestra: 'Astrid',
    })
    expect(offers('|')?.ofertas).toContainEqual({
      kind: 'dato',
      label: 'Buscar cliente.filas[0]["e mail"]',
      texto: 'n2.filas[0]["e mail"]',
      muestra: 'a@b',
    })
  })

  test('only what comes before is offered, the nearest first, then functions', () => {
    const labels = offers('|')?.labels ?? []
    expect(labels[0]).toBe('Buscar cliente')
    expect(labels.indexOf('Entrada')).toBeGreaterThan(0)
    expect(labels).not.toContain('Respuesta')
    expect(labels.indexOf('MAYUSCULAS')).toBeGreaterThan(labels.indexOf('Entrada.id'))
  })

  test('elemento only where there is one', () => {
    expect(offers('|')?.labels).not.toContain('elemento')
    const inside = { ...SCOPE, elemento: { lista: { nodo: 'n2', ruta: 'filas' }, lote: 1 } }
    expect(offers('|', inside)?.labels).toEqual(
      expect.arrayContaining(['elemento', 'elemento.nombre', 'indice']),
    )
    expect(offers('elemento.|', inside)?.labels).toEqual(['nombre'])
  })
})
