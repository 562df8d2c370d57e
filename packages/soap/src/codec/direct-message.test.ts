import { type ErrorDeCampo, LIMITS } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { XmlType } from '../model/schema.ts'
import { type CodecRules, createCodec } from './codec.ts'
import { complex, element, group, one, simple, TNS } from './codec-testing.ts'
import { DirectEncoder } from './direct-encoder.ts'
import { compileDirectMessages } from './direct-message.ts'
import { compileMessage } from './message.ts'
import { shapes } from './shapes-testing.ts'

/** The same message by both writers; `isPlain`: the direct one knows its type. */
function writersOf(type: XmlType, limits: CodecRules['limits'] = LIMITS) {
  const codec = createCodec({
    schema: { elements: new Map(), types: new Map() },
    limits,
    facets: false,
    omits: true,
  })
  const op = element('Op', type)
  const rules = {
    message: {
      name: 'm',
      namespace: TNS,
      use: 'literal' as const,
      parts: [{ name: 'p', element: op }],
      headers: [],
      wrapped: true,
      attachments: [],
    },
    style: 'document' as const,
    wrapper: 'Op',
  }
  const writing = ({ encode }: ReturnType<typeof compileMessage>) => {
    return (value: Record<string, unknown>) => {
      const errores: ErrorDeCampo[] = []
      const xml = encode(value, errores)
      return errores.length > 0 ? { errores } : { xml }
    }
  }
  return {
    isPlain: new DirectEncoder(codec.rules).element(op) !== null,
    direct: writing(compileDirectMessages(codec)(rules)),
    ordinary: writing(compileMessage(codec, rules)),
  }
}

const SMALL = { ...LIMITS, profundidad: 3 }
const OBJECTS = shapes(3).filter(({ type }) => type.kind === 'complex')
/** What a value may be instead of what it should. */
const WRONG: readonly unknown[] = [
  null,
  undefined,
  'x',
  '<a>&"',
  '\0',
  1.5,
  {},
  [],
  [null],
  [{}],
  { campo0: 1 },
  true,
]

/** Puts something else where one of its values is, some levels down. */
function spoil(value: unknown, path: readonly number[], wrong: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined || typeof value !== 'object' || value === null) return wrong
  const keys = Object.keys(value)
  const key = keys[first % Math.max(keys.length, 1)]
  if (key === undefined) return wrong
  const inner = spoil(Reflect.get(value, key), rest, wrong)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
}

test('what is written directly is what the ordinary writer writes, and what is wrong is told alike', () => {
  const cases = OBJECTS.chain(({ type, values }) =>
    fc.tuple(
      fc.constant(type),
      values,
      fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...WRONG),
      fc.boolean(),
      fc.constantFrom(LIMITS, SMALL),
    ),
  )
  fc.assert(
    fc.property(cases, ([type, whole, path, wrong, isSpoiled, limits]) => {
      const { direct, ordinary } = writersOf(type, limits)
      const value = Object(isSpoiled ? spoil(whole, path, wrong) : whole) as Record<string, unknown>
      expect(direct(value)).toEqual(ordinary(value))
    }),
    { numRuns: 600 },
  )
})

const LINEA = group('sequence', [
  one(element('texto', simple('string'), { nillable: true })),
  one(element('precio', simple('decimal')), { min: 0 }),
  one(element('notas', simple('string'), { nillable: true }), { min: 0, max: 9 }),
])
const lineas = one(element('linea', complex(LINEA)), { min: 0, max: Number.POSITIVE_INFINITY })

test('a list of what is plain is written directly, with nulls, accents and what has to be escaped', () => {
  const { isPlain, direct } = writersOf(complex(group('sequence', [lineas])))
  expect(isPlain).toBe(true)
  const linea = [{ texto: 'ñ <&>', precio: 1.5, notas: ['a', null], otro: 1 }, { texto: null }]
  expect(direct({ linea })).toEqual({
    xml:
      '<n1:Op><n1:linea><n1:texto>ñ &lt;&amp;&gt;</n1:texto><n1:precio>1.5</n1:precio><n1:notas>a</n1:notas>' +
      '<n1:notas xsi:nil="true"/></n1:linea><n1:linea><n1:texto xsi:nil="true"/></n1:linea></n1:Op>',
  })
})

test('whichever fields are there, null or absent, their tags are those of the ordinary writer', () => {
  const { isPlain, direct, ordinary } = writersOf(
    complex(
      group('sequence', [
        one(element('a', simple('string'), { nillable: true }), { min: 0 }),
        one(element('b', simple('int'), { nillable: true }), { min: 0 }),
        lineas,
        one(element('c', simple('decimal')), { min: 0 }),
        one(element('d', simple('string')), { min: 0 }),
      ]),
    ),
  )
  expect(isPlain).toBe(true)
  const WAYS = { a: ['x<', null, undefined], b: [7, null, undefined], c: [-0, undefined], d: ['', undefined] }
  const LISTS = [[], [{ texto: 'y' }]]
  for (const a of WAYS.a)
    for (const b of WAYS.b)
      for (const linea of LISTS)
        for (const c of WAYS.c)
          for (const d of WAYS.d) {
            const value = { a, b, linea, c, d }
            expect(direct(value)).toEqual(ordinary(value))
          }
})

test('a type that contains itself is plain', () => {
  const tree = complex(group('sequence', [one(element('texto', simple('string')))]))
  const hijo = one(element('hijo', tree), { min: 0 })
  Object.assign(tree.content, { particle: group('sequence', [hijo]) })
  const { isPlain, direct } = writersOf(tree)
  expect(isPlain).toBe(true)
  expect(direct({ hijo: { hijo: {} } })).toEqual({ xml: '<n1:Op><n1:hijo><n1:hijo/></n1:hijo></n1:Op>' })
})

test.each([
  ['binary data, which may travel beside the message', one(element('a', simple('base64Binary')))],
  ['values of any type', one(element('a', simple('anySimpleType')), { min: 0, max: 2 })],
  ['a name that plain data inherits', one(element('toString', simple('string')))],
  ['a choice', group('choice', [one(element('a', simple('string'))), one(element('b', simple('int')))])],
  ['a group that may be absent', group('sequence', [one(element('a', simple('string')))], { min: 0 })],
  ['a group that is repeated', group('sequence', [one(element('a', simple('string')))], { max: 3 })],
])('%s is for the ordinary writer', (_name, particle) => {
  const { isPlain } = writersOf(complex(group('sequence', [particle])))
  expect(isPlain).toBe(false)
})
