import { type Flujo, newFlujo } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { applyCommand } from '../document/flujo-command.ts'
import { planChangeNodo } from '../document/plan-change.ts'
import { NOTHING_SELECTED } from '../store/editor-state.ts'
import { ConexionProjection, withEnds } from './conexion-projection.ts'

const FIRST = newFlujo()
type ToDraw = Parameters<ConexionProjection['conexiones']>[0]

function toDraw(fields: Partial<ToDraw> = {}): ToDraw {
  return { flujo: FIRST, selection: NOTHING_SELECTED, runs: new Map(), cambios: new Map(), ...fields }
}

function change(fields: object): Flujo {
  const command = planChangeNodo(FIRST, 'n2', fields)
  if (command === null) throw new Error('there is no n2')
  return applyCommand(FIRST, command)
}

describe('connections', () => {
  test('are the same list while nothing that is seen of them changes', () => {
    const projection = new ConexionProjection()
    const drawn = projection.conexiones(toDraw())
    expect(projection.conexiones(toDraw({ flujo: change({ nota: 'not seen' }) }))).toBe(drawn)
  })

  test('say what they join', () => {
    const [drawn] = new ConexionProjection().conexiones(toDraw({ flujo: change({ nombre: 'Respuesta' }) }))
    expect(drawn).toMatchObject({ nombre: 'De Entrada a Respuesta', label: '', isSelected: false })
  })

  test('follow a drag without a change of the document', () => {
    const drawn = new ConexionProjection().conexiones(toDraw())
    const [first] = drawn
    expect(withEnds(drawn, null)).toBe(drawn)
    expect(withEnds(drawn, new Map([['n9', { x: 1, y: 1 }]]))[0]).toBe(first)
    expect(withEnds(drawn, new Map([['n2', { x: 5, y: 6 }]]))).toEqual([{ ...first, to: { x: 5, y: 6 } }])
  })

  test('of which an end is missing are left out', () => {
    const lost = { id: 'c9', origen: 'n1', destino: 'n9' }
    const flujo = { ...FIRST, conexiones: [...FIRST.conexiones, lost] }
    expect(new ConexionProjection().conexiones(toDraw({ flujo })).map(({ id }) => id)).toEqual(['c1'])
  })

  test('leave each way out where it is drawn', () => {
    const condicion = {
      id: 'n3',
      tipo: 'condicion' as const,
      nombre: 'País',
      posicion: { x: 100, y: 0 },
      parametros: [],
      casos: [{ nombre: 'si', expresion: 'VERDADERO' }],
    }
    const flujo = {
      ...FIRST,
      nodos: [...FIRST.nodos, condicion],
      conexiones: [
        { id: 'c1', origen: 'n3', destino: 'n2', salida: 'si' },
        { id: 'c2', origen: 'n3', destino: 'n2', salida: 'otro' },
      ],
    }
    const [si, otro] = new ConexionProjection().conexiones(toDraw({ flujo }))
    expect(si).toMatchObject({ nombre: 'De País a Salida: si', label: 'si' })
    expect((otro?.top ?? 0) - (si?.top ?? 0)).toBe(22)
  })
})

test.each([
  ['without a run', undefined, { isTaken: undefined, nombre: 'De Entrada a Salida' }],
  ['that the run took', 'ok', { isTaken: true, nombre: 'De Entrada a Salida: 1, recorrida' }],
  ['that the run did not take', 'omitido', { isTaken: false, nombre: 'De Entrada a Salida, sin recorrer' }],
] as const)('a connection %s', (_, estado, expected) => {
  const run = (of: 'ok' | 'omitido') => ({
    estado: of,
    text: '',
    ramas: { '': 1 },
    elementos: null,
    fijado: false,
  })
  const runs = new Map(estado ? [['n1', run('ok')] as const, ['n2', run(estado)] as const] : [])
  expect(new ConexionProjection().conexiones(toDraw({ runs }))[0]).toMatchObject(expected)
})
