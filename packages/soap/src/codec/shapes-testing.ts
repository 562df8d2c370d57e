import { Binario, Fecha } from '@div/contract'
import fc from 'fast-check'
import type { ElementParticle, Particle, XmlType } from '../model/schema.ts'
import { attribute, complex, element, group, one, simple } from './codec-testing.ts'

/** A model at random, with a generator of its values. */
export interface Shape {
  type: XmlType
  values: fc.Arbitrary<unknown>
}

/** What XML can hold, without what a reader makes of line ends. */
const TEXTS = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((text) =>
    text
      .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
      .replace(/\p{Cs}|[\ufffe\uffff]/gu, ''),
  )
const MAX_DAY = Date.UTC(9999, 11, 31)

const SCALARS: readonly Shape[] = [
  { type: simple('string'), values: TEXTS },
  { type: simple('int'), values: fc.integer() },
  { type: simple('long'), values: fc.maxSafeInteger() },
  { type: simple('decimal'), values: fc.integer().map((cents) => cents / 100) },
  { type: simple('double'), values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0) },
  { type: simple('boolean'), values: fc.boolean() },
  {
    type: simple('date'),
    values: fc
      .integer({ min: 0, max: MAX_DAY / 86_400_000 })
      .map((day) => Fecha.fromEpochMs(day * 86_400_000)),
  },
  { type: simple('dateTime'), values: fc.integer({ min: 0, max: MAX_DAY }).map((ms) => new Date(ms)) },
  {
    type: simple('base64Binary'),
    values: fc.uint8Array({ maxLength: 30 }).map((bytes) => new Binario(Buffer.from(bytes))),
  },
]

/** A value that is there, or is not. */
const ABSENT = Symbol('absent')

function field(shape: Shape, name: string, how: { min: number; many: boolean; nillable: boolean }) {
  const { min, many, nillable } = how
  const particle: ElementParticle = one(element(name, shape.type, { nillable }), {
    min,
    max: many ? Number.POSITIVE_INFINITY : 1,
  })
  const single = nillable ? fc.option(shape.values, { nil: null }) : shape.values
  const values: fc.Arbitrary<unknown> = many
    ? fc.array(single, { minLength: min, maxLength: 3 })
    : min === 0
      ? fc.oneof(fc.constant(ABSENT), single)
      : single
  return { name, particle, values }
}

type Field = ReturnType<typeof field>

function objectShape(fields: readonly Field[], kind: 'sequence' | 'all', hasAttribute: boolean): Shape {
  const particles: Particle[] = fields.map(({ particle }) => particle)
  const type = complex(
    group(kind, particles),
    hasAttribute ? { attributes: [attribute('clave', simple('int'))] } : {},
  )
  const record = fc.tuple(...fields.map(({ values }) => values)).map((values) => {
    const entries = fields.map(({ name }, index) => [name, values[index]] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== ABSENT))
  })
  const values = hasAttribute
    ? fc.tuple(fc.integer({ max: 9 }), record).map(([clave, data]) => ({ '@clave': clave, ...data }))
    : record
  return { type, values }
}

/** Of what has attributes or children an empty text is the same as none: only what holds fields nests. */
export function shapes(depth: number): fc.Arbitrary<Shape> {
  const scalar = fc.constantFrom(...SCALARS)
  if (depth === 0) return scalar
  const how = fc.record({ min: fc.constantFrom(0, 1), many: fc.boolean(), nillable: fc.boolean() })
  const object = fc
    .tuple(
      fc.array(fc.tuple(shapes(depth - 1), how), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('sequence' as const, 'all' as const),
      fc.boolean(),
    )
    .map(([fields, kind, hasAttribute]) =>
      objectShape(
        fields.map(([shape, each], index) => field(shape, `campo${index}`, each)),
        kind,
        hasAttribute,
      ),
    )
  return fc.oneof(scalar, object)
}
