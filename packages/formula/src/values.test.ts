import { Binario, Fecha } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile, evaluate } from './testing.ts'
import { compareValues, equalValues } from './values.ts'

const DAY = new Fecha(2026, 11, 21)
const INSTANT = new Date('2026-11-21T10:00:00Z')
const FRAME = {
  dia: DAY,
  instante: INSTANT,
  bytes: new Binario(new Uint8Array([1])),
  lista: [7, 8, 9],
  nada: null,
  datos: { a: 1, 'con espacio': 2, no: 3, toString: 'propio', vacio: null },
}

describe('equality', () => {
  test.each<[string, boolean]>([
    ['1 = "1.0"', true],
    ['"1" = "1.0"', false],
    ['"a" = "A"', false],
    ['NULO = NULO', true],
    ['NULO = 0', false],
    ['NULO = ""', false],
    ['nada <> 1', true],
    ['VERDADERO = 1', false],
    ['VERDADERO = "VERDADERO"', false],
    ['"9007199254740993" = 9007199254740992', false],
    ['9007199254740993 = "9007199254740993"', true],
    ['dia = "2026-11-21"', true],
    ['dia = "2026-11-22"', false],
    ['dia = "21/11/2026"', false],
    ['instante = "2026-11-21T11:00:00+01:00"', true],
    // Without a zone it is no instant: it would be another one on every machine.
    ['instante = "2026-11-21T10:00:00"', false],
    ['dia = "2026-02-30"', false],
    ['[1; { a: [2] }] = [1; { a: ["2"] }]', true],
    ['[1; 2] = [2; 1]', false],
    ['{ a: 1; b: 2 } = { b: 2; a: 1 }', true],
    ['{ a: 1 } = { a: 1; b: NULO }', false],
    ['{ a: 1 } = [1]', false],
    ['bytes = bytes', true],
    ['dia = lista', false],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula, FRAME)).toBe(expected)
  })
})

describe('order', () => {
  test.each<[string, boolean]>([
    ['"10" > "9"', true],
    ['10 > "9"', true],
    ['"b" > "a"', true],
    ['"ñ" > "n"', true],
    ['"ñ" < "o"', true],
    ['"9007199254740993" > "9007199254740992"', true],
    ['dia < "2026-11-22"', true],
    ['dia < instante', true],
    ['instante >= "2026-11-21T10:00:00Z"', true],
    // What has no order is neither before nor after.
    ['NULO < 1', false],
    ['NULO >= NULO', false],
    ['[1] < [2]', false],
    ['"abc" < 5', false],
    ['"abc" >= 5', false],
    ['FALSO < VERDADERO', false],
    ['dia > "mañana"', false],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula, FRAME)).toBe(expected)
  })

  test('is antisymmetric, and equality symmetric, for values of any types', () => {
    const value = fc.oneof(
      fc.integer(),
      fc.constantFrom('10', '9', 'a', 'Á', '2026-11-21', '9007199254740993', '', null, true),
      fc.constantFrom<unknown>(DAY, INSTANT, [1], { a: 1 }),
    )
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(Math.sign(compareValues(left, right))).toBe(0 - Math.sign(compareValues(right, left)) + 0)
        expect(equalValues(left, right)).toBe(equalValues(right, left))
      }),
    )
  })
})

describe('reading', () => {
  test.each<[string, unknown]>([
    ['datos.a', 1],
    ['datos["con espacio"]', 2],
    ['datos.no', 3],
    ['datos.toString', 'propio'],
    ['datos.vacio', null],
    ['datos.falta.mas', null],
    ['datos[nada]', null],
    ['datos[0]', null],
    ['lista[0]', 7],
    ['lista[-1]', 9],
    ['lista[9]', null],
    ['lista["0"]', null],
    ['lista.length', null],
    ['"texto".length', null],
    ['dia.year', null],
    ['bytes.bytes', null],
    ['instante.getTime', null],
    // Inherited, not its own.
    ['datos.hasOwnProperty', null],
    ['datos.valueOf', null],
    ['lista.map', null],
    ['lista.toString', null],
    ['datos["has" & "OwnProperty"]', null],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula, FRAME)).toEqual(expected)
  })

  test.each(['__proto__', 'constructor', 'prototype'])('%s is refused wherever it is written', (nombre) => {
    const noData = `«${nombre}» no es un dato.`
    const findings = ['datos.NAME', 'datos["NAME"]', '{ NAME: 1 }', '{ "NAME": 1 }'].map((formula) => {
      const result = compile(formula.replace('NAME', nombre), FRAME)
      return result.ok ? [] : result.errores.map(({ mensaje }) => mensaje)
    })
    const noName = `«${nombre}» no puede ser el nombre de un dato.`
    expect(findings).toEqual([[noData], [noData], [noName], [noName]])
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s names no value and no function, and computed it reads nothing',
    (nombre) => {
      const messages = [nombre, `${nombre}()`].map((formula) => {
        const result = compile(formula, FRAME)
        return result.ok ? [] : result.errores
      })
      const place = { desde: 0, hasta: nombre.length }
      expect(messages).toEqual([
        [{ ...place, mensaje: `No existe «${nombre}».` }],
        [{ ...place, mensaje: `No existe la función «${nombre}».` }],
      ])
      expect(evaluate('otros[clave]', { otros: { a: 1 }, clave: nombre })).toBeNull()
      expect(evaluate('otros[clave]', { otros: [1], clave: nombre })).toBeNull()
    },
  )
})

describe('as text', () => {
  test.each<[string, string]>([
    ['"a" & NULO & 1.5', 'a1.5'],
    ['"" & VERDADERO & FALSO', 'VERDADEROFALSO'],
    ['dia & ""', '2026-11-21'],
    ['instante & ""', '2026-11-21T10:00:00.000Z'],
    ['bytes & ""', 'AQ=='],
    ['{ a: [1; NULO; dia] } & ""', '{"a":[1,null,"2026-11-21"]}'],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula, FRAME)).toBe(expected)
  })

  test('a day stays a day through lists, objects and paths', () => {
    expect(evaluate('{ d: [dia; instante] }.d', FRAME)).toEqual([DAY, INSTANT])
  })
})

describe('what a formula names', () => {
  test.each<[string, string[]]>([
    ['datos.a + lista[0]', ['datos.a', 'lista[0]']],
    ['datos.filas[2].email', ['datos.filas[2].email']],
    // As far as it is known without running.
    ['datos.filas[lista[0]].total', ['datos.filas', 'lista[0]']],
    ['datos["elementos"].total', ['datos["elementos"].total']],
    ['datos["con \\"comillas\\""]', ['datos["con \\"comillas\\""]']],
    ['lista[-1].x', ['lista']],
    ['[datos][0].x', ['datos']],
  ])('%s: %j', (formula, expected) => {
    const result = compile(formula, FRAME)
    const rutas = result.ok ? result.expresion.referencias.map(({ nombre, ruta }) => join(nombre, ruta)) : []
    expect(rutas).toEqual(expected)
  })
})

function join(nombre: string, ruta: string): string {
  return ruta === '' || ruta.startsWith('[') ? nombre + ruta : `${nombre}.${ruta}`.replace('.[', '[')
}

test('constants and references to the same values yield the same', () => {
  const value = fc.oneof(
    fc.nat(9_999).map((n) => [String(n / 100), n / 100] as const),
    fc.constantFrom(['"a"', 'a'] as const, ['"12.5"', '12.5'] as const, ['VERDADERO', true] as const),
    fc.constantFrom(['NULO', null] as const, ['"9007199254740993"', '9007199254740993'] as const),
  )
  const operator = fc.constantFrom('+', '-', '*', '/', '%', '&', '=', '<>', '<', '>=', ' Y ', ' O ')
  fc.assert(
    fc.property(value, operator, value, operator, value, (a, first, b, second, c) => {
      const outcome = (formula: string, frame: Record<string, unknown>) => {
        try {
          return { value: evaluate(formula, frame) }
        } catch (error) {
          return { error: error instanceof Error ? error.message : '' }
        }
      }
      const referenced = outcome(`-(a ${first} b) ${second} (NO c)`, { a: a[1], b: b[1], c: c[1] })
      expect(outcome(`-(${a[0]} ${first} ${b[0]}) ${second} (NO ${c[0]})`, {})).toEqual(referenced)
    }),
    { numRuns: 500 },
  )
})

describe('what a condition may be', () => {
  test.each<[string, boolean]>([
    ['VERDADERO', true],
    ['1', true],
    ['-0.5', true],
    ['0', false],
    ['9007199254740993', true],
    ['"9007199254740993"', true],
    ['"2"', true],
    ['"0.0"', false],
    ['" Sí "', true],
    ['"SÍ"', true],
    ['"true"', true],
    ['"No"', false],
    ['"falso"', false],
    // Nothing is said: it does not hold.
    ['NULO', false],
    ['""', false],
    ['"  "', false],
  ])('%s holds: %s', (formula, expected) => {
    expect(evaluate(`NO ${formula}`)).toBe(!expected)
    expect(evaluate(`${formula} Y VERDADERO`)).toBe(expected)
    expect(evaluate(`${formula} O FALSO`)).toBe(expected)
  })

  test.each([
    ['"quizás"', '«quizás»'],
    ['lista', 'una lista'],
    ['datos', 'un objeto'],
    ['dia', '«2026-11-21»'],
  ])('%s says neither', (formula, what) => {
    for (const condition of [`NO ${formula}`, `${formula} Y VERDADERO`, `FALSO O ${formula}`]) {
      expect(() => evaluate(condition, FRAME)).toThrow(`se esperaba verdadero o falso y se recibió ${what}`)
    }
    expect(evaluate(`FALSO Y ${formula}`, FRAME)).toBe(false)
  })
})
