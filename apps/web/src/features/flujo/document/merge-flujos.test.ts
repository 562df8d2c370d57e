import type { Conexion, Flujo, Nodo, TipoNodo } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyCommand } from './flujo-command.ts'
import { mergeFlujos } from './merge-flujos.ts'
import { mergeOrder, type Side } from './merge-values.ts'
import { freeNodoId, planChangeNodo, planConnect, planInsert, planMove, planRemove } from './plan-change.ts'

const nodo = (id: string, fields: Partial<Nodo> = {}): Nodo => ({
  id,
  tipo: 'transformacion' as TipoNodo,
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...fields,
})
const conexion = (id: string, origen: string, destino: string): Conexion => ({ id, origen, destino })
const flujo = (nodos: Nodo[], conexiones: Conexion[] = []): Flujo => ({ version: 1, nodos, conexiones })

const CALL = { tipo: 'proceso' as const, tipoServidor: 'postgresql', tipoObjeto: 'consulta', servidorId: 's' }
const BASE = flujo(
  [
    nodo('n1', { tipo: 'entrada' }),
    nodo('n2', { ...CALL, objeto: { sql: 'select 1', modo: 'a' }, parametros: [{ nombre: 'x', valor: 1 }] }),
    nodo('n3', { tipo: 'salida' }),
  ],
  [conexion('c1', 'n1', 'n2'), conexion('c2', 'n2', 'n3')],
)
/** With another node in the place of its own. */
const having = (...changed: Nodo[]): Flujo => ({
  ...BASE,
  nodos: BASE.nodos.map((each) => changed.find(({ id }) => id === each.id) ?? each),
})
const QUERY = BASE.nodos[1] as Nodo
const fieldsOf = ({ flujo: { nodos } }: { flujo: Flujo }, id: string) => nodos.find((each) => each.id === id)

describe('what two people did in different places is merged by itself', () => {
  test.each<[string, Flujo, Flujo, Partial<Nodo>]>([
    [
      'different fields of one node',
      having({ ...QUERY, nombre: 'Buscar' }),
      having({ ...QUERY, objeto: { sql: 'select 2', modo: 'a' } }),
      { nombre: 'Buscar', objeto: { sql: 'select 2', modo: 'a' } },
    ],
    [
      'different fields of its object',
      having({ ...QUERY, objeto: { sql: 'select 1', modo: 'b' } }),
      having({ ...QUERY, objeto: { sql: 'select 2', modo: 'a' } }),
      { objeto: { sql: 'select 2', modo: 'b' } },
    ],
    [
      'different parameters',
      having({ ...QUERY, parametros: [{ nombre: 'x', valor: 2 }] }),
      having({ ...QUERY, parametros: [{ nombre: 'x', valor: 1 }, { nombre: 'y' }] }),
      { parametros: [{ nombre: 'x', valor: 2 }, { nombre: 'y' }] },
    ],
    [
      'a field and its place',
      having({ ...QUERY, posicion: { x: 5, y: 5 } }),
      having({ ...QUERY, nota: 'de la otra' }),
      { posicion: { x: 5, y: 5 }, nota: 'de la otra' },
    ],
    [
      'both moved it: it stays where it stands here',
      having({ ...QUERY, posicion: { x: 5, y: 5 } }),
      having({ ...QUERY, posicion: { x: 9, y: 9 } }),
      { posicion: { x: 5, y: 5 } },
    ],
    [
      'the same change',
      having({ ...QUERY, nombre: 'Buscar' }),
      having({ ...QUERY, nombre: 'Buscar' }),
      { nombre: 'Buscar' },
    ],
  ])('%s', (_, mine, theirs, expected) => {
    const merge = mergeFlujos({ base: BASE, mine, theirs })
    expect(merge.conflicts).toEqual([])
    expect(fieldsOf(merge, 'n2')).toMatchObject(expected)
  })

  test('nodes that both added under one id are two nodes, and what was joined to mine goes along', () => {
    const mine = flujo(
      [
        ...BASE.nodos,
        nodo('n4', { nombre: 'Mía' }),
        nodo('n5', { parametros: [{ nombre: 'a', expresion: 'n4.x' }] }),
      ],
      [...BASE.conexiones, conexion('c3', 'n1', 'n4'), conexion('c4', 'n4', 'n5')],
    )
    const theirs = flujo(
      [...BASE.nodos, nodo('n4', { nombre: 'De la otra' })],
      [...BASE.conexiones, conexion('c3', 'n4', 'n3')],
    )
    const { flujo: merged, conflicts, renamed } = mergeFlujos({ base: BASE, mine, theirs })
    const own = renamed.get('n4') ?? ''
    expect(conflicts).toEqual([])
    expect(merged.nodos.map(({ nombre }) => nombre).toSorted()).toEqual(
      ['De la otra', 'Mía', 'n1', 'n2', 'n3', 'n5'].toSorted(),
    )
    expect(fieldsOf({ flujo: merged }, 'n5')?.parametros).toEqual([{ nombre: 'a', expresion: `${own}.x` }])
    expect(merged.conexiones.map(({ origen, destino }) => `${origen}>${destino}`)).toEqual(
      expect.arrayContaining([`n1>${own}`, `${own}>n5`, 'n4>n3']),
    )
    expect(new Set(merged.conexiones.map(({ id }) => id)).size).toBe(merged.conexiones.length)
  })

  test('what one took away, and the other only moved, is gone with its connections', () => {
    const mine = flujo([BASE.nodos[0] as Nodo, BASE.nodos[2] as Nodo], [conexion('c3', 'n1', 'n3')])
    const theirs = having({ ...QUERY, posicion: { x: 7, y: 7 } })
    const { flujo: merged, conflicts } = mergeFlujos({ base: BASE, mine, theirs })
    expect(conflicts).toEqual([])
    expect(merged).toEqual(mine)
  })

  test('frames and notes of both stand in it', () => {
    const note = (id: string, texto: string) => ({
      id,
      texto,
      color: 'gris' as const,
      posicion: { x: 0, y: 0 },
      tamano: { ancho: 100, alto: 100 },
    })
    const withNotes = (...notas: object[]) => ({ ...BASE, notas }) as Flujo
    const { flujo: merged, conflicts } = mergeFlujos({
      base: withNotes(note('a1', 'vieja')),
      mine: withNotes(note('a1', 'vieja'), note('a2', 'mía')),
      theirs: withNotes(note('a1', 'nueva'), note('a2', 'de la otra')),
    })
    expect(conflicts).toEqual([])
    const notas = merged.notas ?? []
    expect(notas.map(({ texto }) => texto)).toEqual(['nueva', 'de la otra', 'mía'])
    expect(new Set(notas.map(({ id }) => id)).size).toBe(3)
  })
})

describe('what both did in one place is chosen', () => {
  test.each<[string, Flujo, Flujo, string[]]>([
    ['a field', having({ ...QUERY, nombre: 'A' }), having({ ...QUERY, nombre: 'B' }), ['nombre']],
    [
      'a parameter',
      having({ ...QUERY, parametros: [{ nombre: 'x', valor: 2 }] }),
      having({ ...QUERY, parametros: [{ nombre: 'x', expresion: 'n1.x' }] }),
      ['parametros.x'],
    ],
    [
      'a query that became another kind of call',
      having({ ...QUERY, tipoObjeto: 'tabla', objeto: { tabla: 'cliente' } }),
      having({ ...QUERY, objeto: { sql: 'select 2' } }),
      ['objeto'],
    ],
  ])('%s', (_, mine, theirs, campos) => {
    const three = { base: BASE, mine, theirs }
    const { conflicts } = mergeFlujos(three)
    expect(conflicts).toMatchObject([{ id: 'n2', quitado: null, campos: campos.map((campo) => ({ campo })) }])
    expect(mergeFlujos(three, new Map([['n2', 'mine']])).flujo).toEqual(mine)
    expect(mergeFlujos(three, new Map([['n2', 'theirs']])).flujo).toEqual(theirs)
  })

  test('what one changed and the other took away: the choice brings its connections back or lets it go', () => {
    const gone = flujo([BASE.nodos[0] as Nodo, BASE.nodos[2] as Nodo])
    const changed = having({ ...QUERY, nombre: 'Buscar' })
    const three = { base: BASE, mine: gone, theirs: changed }
    expect(mergeFlujos(three).conflicts).toMatchObject([{ id: 'n2', quitado: 'mine', nombre: 'Buscar' }])
    expect(mergeFlujos(three, new Map([['n2', 'theirs']])).flujo).toEqual(changed)
    expect(mergeFlujos(three, new Map([['n2', 'mine']])).flujo).toEqual(gone)
    expect(mergeFlujos({ base: BASE, mine: changed, theirs: gone }).flujo).toEqual(changed)
  })

  test('what one took away and the other has joined to something new is asked about too', () => {
    const gone = flujo([BASE.nodos[0] as Nodo, BASE.nodos[2] as Nodo])
    const joined = flujo([...BASE.nodos, nodo('n4')], [...BASE.conexiones, conexion('c3', 'n2', 'n4')])
    const { conflicts, flujo: merged } = mergeFlujos({ base: BASE, mine: gone, theirs: joined })
    expect(conflicts).toMatchObject([{ id: 'n2', quitado: 'mine' }])
    expect(merged.conexiones).toEqual([])
  })
})

test.each([
  ['abc', 'abc', 'axbc', 'axbc'],
  ['abc', 'abcd', 'abc', 'abcd'],
  ['abc', 'xabc', 'abcy', 'xabcy'],
  ['abc', 'cba', 'abcx', 'cxba'],
  ['abc', 'ac', 'abc', 'abc'],
  ['abc', 'abcx', 'bac', 'bacx'],
])('of %s, %s and %s comes the order %s', (base, mine, theirs, expected) => {
  const three = { base: [...base], mine: [...mine], theirs: [...theirs] }
  expect(mergeOrder(three).join('')).toBe(expected)
})

const action = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'cut', 'move', 'rename', 'parametro', 'connect'),
  one: fc.nat(50),
  other: fc.nat(50),
})
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** What a person does to a drawing, by numbers that choose among what is there. */
function act(drawn: Flujo, { kind, one, other }: Action): Flujo {
  const pick = <Item>(items: readonly Item[], at: number) => items[at % Math.max(items.length, 1)]
  const [first, second] = [pick(drawn.nodos, one), pick(drawn.nodos, other)]
  const id = first?.id ?? ''
  const plans = {
    insert: () => planInsert(drawn, { nodos: [nodo(freeNodoId(drawn), { nombre: `nuevo ${other}` })] }),
    remove: () => planRemove(drawn, { nodos: new Set([id]) }),
    cut: () => planRemove(drawn, { conexiones: new Set([pick(drawn.conexiones, one)?.id ?? '']) }),
    move: () => planMove(drawn, new Map([[id, { x: one, y: other }]])),
    rename: () => planChangeNodo(drawn, id, { nombre: `nombre ${other}` }),
    parametro: () => planChangeNodo(drawn, id, { parametros: [{ nombre: `p${other % 3}`, valor: one }] }),
    connect: () => planConnect(drawn, { origen: id, destino: second?.id ?? '' }),
  }
  const command = plans[kind]()
  return command ? applyCommand(drawn, command) : drawn
}
const drawing = fc.array(action, { maxLength: 12 }).map((actions) => actions.reduce(act, BASE))
const pair = fc
  .tuple(drawing, fc.array(action, { maxLength: 8 }), fc.array(action, { maxLength: 8 }))
  .map(([base, own, other]) => ({
    base,
    mine: own.reduce(act, base),
    theirs: other.reduce(act, base),
  }))

test('who merges with what did not change has what changed', () => {
  fc.assert(
    fc.property(pair, ({ base, mine, theirs }) => {
      expect(mergeFlujos({ base, mine, theirs: base })).toMatchObject({ flujo: mine, conflicts: [] })
      expect(mergeFlujos({ base, mine: base, theirs })).toMatchObject({ flujo: theirs, conflicts: [] })
      expect(mergeFlujos({ base, mine, theirs: mine })).toMatchObject({ flujo: mine, conflicts: [] })
    }),
  )
})

test('whatever two people did and chose: ids are unique, connections lead somewhere, what was added is there', () => {
  fc.assert(
    fc.property(pair, fc.constantFrom<Side>('mine', 'theirs'), ({ base, mine, theirs }, side) => {
      const { conflicts, renamed } = mergeFlujos({ base, mine, theirs })
      const choices = new Map(conflicts.map(({ id }) => [id, side]))
      const { flujo: merged } = mergeFlujos({ base, mine, theirs }, choices)
      const ids = new Set(merged.nodos.map(({ id }) => id))
      expect(ids.size).toBe(merged.nodos.length)
      expect(new Set(merged.conexiones.map(({ id }) => id)).size).toBe(merged.conexiones.length)
      for (const { origen, destino } of merged.conexiones)
        expect([ids.has(origen), ids.has(destino)]).toEqual([true, true])
      const old = new Set(base.nodos.map(({ id }) => id))
      const added = [
        ...mine.nodos.filter(({ id }) => !old.has(id)).map(({ id }) => renamed.get(id) ?? id),
        ...theirs.nodos.filter(({ id }) => !old.has(id)).map(({ id }) => id),
      ]
      for (const id of added) expect(ids.has(id)).toBe(true)
    }),
  )
})

test('edits of different nodes are all in it, and nobody is asked', () => {
  const edit = fc.record({ nombre: fc.string(), nota: fc.string(), x: fc.nat(500) })
  const base = flujo(Array.from({ length: 8 }, (_, at) => nodo(`n${at}`)))
  fc.assert(
    fc.property(fc.array(edit, { minLength: 8, maxLength: 8 }), fc.nat(255), (edits, mask) => {
      const isMine = (at: number) => (mask >> at) % 2 === 1
      const edited = (isIn: (at: number) => boolean) =>
        flujo(
          base.nodos.map((each, at) => {
            const { nombre, nota, x } = edits[at] ?? { nombre: '', nota: '', x: 0 }
            return isIn(at) ? { ...each, nombre, nota, posicion: { x, y: 0 } } : each
          }),
        )
      const merge = mergeFlujos({ base, mine: edited(isMine), theirs: edited((at) => !isMine(at)) })
      expect(merge).toMatchObject({ conflicts: [], flujo: edited(() => true) })
    }),
  )
})

describe('connections that both drew and that close a circle', () => {
  const four = flujo([nodo('a'), nodo('b'), nodo('c'), nodo('d')])
  const mine = { ...four, conexiones: [conexion('c1', 'a', 'b'), conexion('c2', 'c', 'd')] }
  const theirs = { ...four, conexiones: [conexion('c1', 'b', 'a')] }
  const linesOf = (choices?: ReadonlyMap<string, Side>) => {
    const { flujo: merged, conflicts } = mergeFlujos({ base: four, mine, theirs }, choices)
    return { lines: merged.conexiones.map(({ origen, destino }) => `${origen}${destino}`), conflicts }
  }

  test('are chosen of one person, and nothing else of the other is lost', () => {
    const { lines, conflicts } = linesOf()
    expect(lines.toSorted()).toEqual(['ab', 'cd'])
    expect(conflicts).toMatchObject([
      { tipo: null, campos: [{ campo: 'conexiones', mine: ['a → b'], theirs: ['b → a'] }] },
    ])
    const [circle] = conflicts
    expect(linesOf(new Map([[circle?.id ?? '', 'theirs']])).lines.toSorted()).toEqual(['ba', 'cd'])
  })
})
