import { expect, test } from 'vitest'
import type { AnyParticle, Particle } from '../model/schema.ts'
import { codecOf, complex, element, group, one, simple } from './codec-testing.ts'

const MANY = Number.POSITIVE_INFINITY
const ANY: AnyParticle = { kind: 'any', namespaces: '##any', processContents: 'lax', min: 0, max: MANY }
const text = simple('string')
const field = (local: string) => one(element(local, text), { min: 0 })
const of = (particle: Particle, more = {}) => codecOf(element('v', complex(particle, more)))
const inner = (xml: string) => /<n1:v>(.*)<\/n1:v>/.exec(xml)?.[1]?.replaceAll(' xsi:type="xsd:string"', '')

test.each<[what: string, particle: Particle, data: object, written: string]>([
  [
    'once, where two places take it',
    group('sequence', [ANY, field('a'), ANY]),
    { a: '1', x: '2' },
    '<x>2</x><n1:a>1</n1:a>',
  ],
  [
    'with the alternative that is there',
    group('choice', [group('sequence', [field('a'), ANY]), group('sequence', [field('b'), ANY])]),
    { b: '1', x: '2' },
    '<n1:b>1</n1:b><x>2</x>',
  ],
  [
    'in a group that is repeated',
    group('sequence', [ANY], { max: MANY }),
    { x: ['1', '2'] },
    '<x>1</x><x>2</x>',
  ],
  [
    'beside what is repeated with it',
    group('sequence', [one(element('a', text), { repeated: true }), ANY], { max: MANY }),
    { a: ['1', '2'], x: '3' },
    '<n1:a>1</n1:a><x>3</x><n1:a>2</n1:a>',
  ],
  ['under a name that XML has not', group('sequence', [ANY]), { '1ª': 'x' }, '<campo nombre="1ª">x</campo>'],
])('what nobody declared is written %s', (_what, particle, data, written) => {
  const { xml, errores } = of(particle).encode(data)
  expect([errores, inner(xml)]).toEqual([[], written])
})

test('a null beside what nobody declared stays one', () => {
  const particle = group('sequence', [one(element('a', text, { nillable: true })), ANY])
  expect(inner(of(particle).encode({ a: null, x: '1' }).xml)).toBe('<n1:a xsi:nil="true"/><x>1</x>')
})

test('what no place is left for is refused', () => {
  const { errores } = of(group('choice', [field('a'), ANY])).encode({ a: '1', x: '2' })
  expect(errores).toEqual([{ campo: 'x', mensaje: 'No puede estar junto a los otros datos.' }])
})

test('what cannot be written is told of, and nothing is left out in silence', () => {
  const codec = codecOf(element('v', complex({ kind: 'any' })))
  const nul = 'El XML no puede llevar el carácter U+0000.'
  expect(codec.encode({ a: { b: ['x', 'a\u0000'] } }).errores).toEqual([{ campo: 'a.b', mensaje: nul }])
  expect(codec.encode({ '@a': '\u0000' }).errores[0]?.mensaje).toBe(nul)
  expect(codec.encode({ '#': '\u0000' }).errores[0]?.mensaje).toBe(nul)
  expect(codec.encode({ 'a\u0000': 1 }).errores[0]?.mensaje).toBe(nul)
  expect(codec.encode({ '#': [] }).errores[0]?.mensaje).toBe('Se esperaba un texto.')
  let deep: unknown = 1
  for (let level = 0; level < 30; level++) deep = { a: deep }
  expect(codec.encode(deep).errores[0]?.mensaje).toBe('Tiene demasiados niveles.')
  expect(of(group('sequence', []), { mixed: true }).encode({ '#': '\u0000' }).errores).toEqual([
    { campo: '#', mensaje: nul },
  ])
})

test('attributes that nobody declared keep their values', () => {
  const codec = of(group('sequence', []), { anyAttribute: true })
  expect(codec.encode({ '@a': 7, '@b': true, '@c': null }).xml).toContain('<n1:v a="7" b="true"/>')
  expect(codec.encode({ '@2º': 'x' }).errores).toEqual([
    { campo: '@2º', mensaje: 'No puede ser el nombre de un atributo.' },
  ])
})
