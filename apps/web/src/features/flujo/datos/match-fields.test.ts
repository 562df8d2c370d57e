import type { TipoDato } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MatchSource, type MatchTarget, matchFields, wordsOf } from './match-fields.ts'

const source = (ruta: string, tipo: TipoDato = 'texto', distance = 0): MatchSource => ({
  nodo: `n${9 - distance}`,
  ruta,
  nombre: ruta.split('.').at(-1) ?? '',
  tipo,
  distance,
})
const found = (targets: readonly MatchTarget[], sources: readonly MatchSource[]) =>
  matchFields(targets, sources).map(({ nombre, source: { ruta } }) => `${nombre}←${ruta}`)

test.each([
  ['clienteId', ['cliente', 'id']],
  ['CLIENTE_ID', ['cliente', 'id']],
  ['XMLDato', ['xml', 'dato']],
  ['Dirección 2', ['direccion', '2']],
  ['filas[0].first_name', ['filas', 'first', 'name']],
])('the words of %s are %j', (name, expected) => {
  expect(wordsOf(name)).toEqual(expected)
})

test.each<[string, string, string]>([
  ['email', 'filas[0].email', 'Se llama igual'],
  ['firstName', 'first_name', 'El mismo nombre, escrito de otra forma'],
  ['dirección', 'direccion', 'El mismo nombre, escrito de otra forma'],
  ['idCliente', 'cliente_id', 'Las mismas palabras en otro orden'],
  ['clienteNombre', 'cliente.nombre', 'El nombre dice la ruta entera'],
  ['nombre', 'nombre_completo', 'Comparten palabras'],
  ['telefono', 'telefon', 'Se escriben casi igual'],
])('%s takes %s: %s', (nombre, ruta, reason) => {
  expect(matchFields([{ nombre }], [source(ruta)])).toMatchObject([{ nombre, reason }])
})

test.each<[string, string, TipoDato | undefined, TipoDato]>([
  ['nombre', 'apellido', undefined, 'texto'],
  ['fecha', 'fecha', 'fecha', 'booleano'],
  ['id', 'ip', undefined, 'texto'],
])('%s does not take %s (%s of %s)', (nombre, ruta, wanted, given) => {
  expect(matchFields([{ nombre, tipo: wanted }], [source(ruta, given)])).toEqual([])
})

test('of two that are called alike the one that fits, the nearer and the higher wins', () => {
  const target = [{ nombre: 'total', tipo: 'decimal' as const }]
  expect(found(target, [source('a.total', 'texto'), source('b.total', 'decimal')])).toEqual(['total←b.total'])
  expect(found(target, [source('x.total', 'decimal', 1), source('y.total', 'decimal')])).toEqual([
    'total←y.total',
  ])
  expect(found(target, [source('a.b.total', 'decimal'), source('total', 'decimal')])).toEqual(['total←total'])
})

test('a prefix that all have says nothing', () => {
  const targets = [{ nombre: 'nombre' }, { nombre: 'ciudad' }]
  expect(found(targets, [source('cli_nombre'), source('cli_ciudad')])).toEqual([
    'nombre←cli_nombre',
    'ciudad←cli_ciudad',
  ])
})

test('a field that is converted is said to be', () => {
  const [match] = matchFields([{ nombre: 'total', tipo: 'decimal' }], [source('total', 'texto')])
  expect(match).toMatchObject({ isConverted: true })
})

test('whatever the names, each row gets one field at most, and the score is one', () => {
  const name = fc.stringMatching(/^[a-zA-Z_ñé]{0,8}$/)
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.array(name), (targets, sources) => {
      const matches = matchFields(
        targets.map((nombre) => ({ nombre })),
        sources.map((ruta) => source(ruta)),
      )
      expect(new Set(matches.map(({ nombre }) => nombre)).size).toBe(matches.length)
      for (const { score } of matches) expect(score > 0.5 && score <= 1).toBe(true)
    }),
  )
})
