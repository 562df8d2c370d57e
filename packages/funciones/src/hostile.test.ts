import { AppError, Fecha } from '@div/contract'
import type { FuncionDefinition } from '@div/formula'
import { describe, expect, test } from 'vitest'
import { DEFINICIONES } from './index.ts'
import { compile, createHost, evaluate } from './testing.ts'

/** Two to the fortieth numbers in forty lists: written out, it would fill any memory. */
const shared = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner, inner], 1)
/** Deeper than any stack. */
const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 1)
/** Names that lead behind plain data, as own fields of hostile JSON would bring them. */
const dangerous: unknown = Object.fromEntries(
  ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'length'].map(
    (name) => [name, { polluted: true }],
  ),
)

const HOSTILE: Readonly<Record<string, unknown>> = {
  shared,
  sharedObject: { a: shared },
  deep,
  dangerous,
  list: Array.from({ length: 50_000 }, (_, index) => 50_000 - index),
  texts: Array.from({ length: 20_000 }, (_, index) => `texto ${(index * 7_919) % 20_000}`),
  longTexts: Array.from({ length: 1_000 }, () => 'x'.repeat(10_000)),
  longText: 'T'.repeat(300_000),
  quotes: '"\\{[<&'.repeat(20_000),
  digits: '9'.repeat(60),
  exponent: '1e999',
  huge: 1e308,
  tiny: -5e-324,
  notANumber: Number.NaN,
  surrogate: '\ud800',
  day: new Fecha(9999, 12, 31),
  instant: new Date(8.64e15),
  nothing: null,
  pattern: '((a{0,30}){0,30}|(a+a+)+)+b',
}

/** So few that what does not pay for its work stands out. */
const limits = { pasosFormula: 5_000 }

/** Each hostile value in every place of a call, and in all of them. */
function callsOf({ name, args, variadic = false }: FuncionDefinition): string[] {
  const places = Object.keys(args).map((_, index) => index)
  const harmless = variadic ? '[2; 3]' : '2'
  return Object.keys(HOSTILE).flatMap((hostile) =>
    [...places.map((place) => [place]), places].map((taken) => {
      const given = places.map((place) => (taken.includes(place) ? hostile : harmless))
      return `${name}(${given.join('; ')})`
    }),
  )
}

test.each(DEFINICIONES.map((definition) => [definition.name, definition] as const))(
  '%s takes any value in any place, or refuses it by name, in little time',
  async (_, definition) => {
    for (const call of callsOf(definition)) {
      const expresion = compile(call, HOSTILE, { limits })
      const began = performance.now()
      try {
        await (expresion.hasEffects ? expresion.evaluateWithEffects(HOSTILE) : expresion.evaluate(HOSTILE))
      } catch (error) {
        expect({ call, error }).toEqual({ call, error: expect.any(AppError) })
      }
      // Generous, for a busy machine: what is not linear takes minutes.
      expect({ call, isQuick: performance.now() - began < 5_000 }).toEqual({ call, isQuick: true })
    }
  },
)

test('nothing that functions do reaches a prototype', () => {
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  expect({}).not.toHaveProperty('polluted')
})

describe('names that lead behind plain data', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('%s cannot become the name of a field', (nombre) => {
    for (const formula of [
      'DE_PARES([{ clave: nombre; valor: 1 }])',
      'PONER_CAMPO({ a: 1 }; nombre; 1)',
      'INDEXAR([1]; nombre)',
      'DE_JSON("{\\"" & nombre & "\\": 1}")',
      'DE_XML("<" & nombre & "/>")',
      'DE_CSV("a," & nombre & "\\n1,2")',
    ]) {
      expect(() => evaluate(formula, { nombre })).toThrow(`«${nombre}» no puede ser el nombre de un dato`)
    }
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is found nowhere', (nombre) => {
    const frame = { nombre, datos: { a: 1 } }
    expect(
      ['OBTENER(datos; nombre)', 'TIENE(datos; nombre)', 'CAMPO([datos; [1]]; nombre)'].map((formula) =>
        evaluate(formula, frame),
      ),
    ).toEqual([null, false, [null, null]])
    expect(evaluate('PLANTILLA("{" & nombre & "}"; datos)', frame)).toBe(`{${nombre}}`)
    expect(evaluate('BUSCAR("paises"; "ES"; nombre)', frame)).toBeNull()
    expect(evaluate('BUSCAR("paises"; nombre; "nombre")', frame)).toBeNull()
    expect(() => evaluate('PARAMETRO(nombre)', frame)).toThrow('no existe el parámetro')
  })

  test('FUSIONAR copies fields without running what their names mean', () => {
    const merged = evaluate('FUSIONAR({ a: 1 }; dangerous)', HOSTILE)
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
    expect(evaluate('FUSIONAR({ a: 1 }; dangerous).polluted', HOSTILE)).toBeNull()
  })
})

describe('a formula that would not end is stopped', () => {
  test.each([
    ['MAPEAR(SECUENCIA(1; 1000); MAPEAR(SECUENCIA(1; 1000); 1))', 'pasos'],
    ['SECUENCIA(1; 1e300; 1e-300)', 'demasiado grande'],
    ['SECUENCIA(1; 1e9)', 'pasos'],
    ['MAPEAR(texts; UNIR_LISTAS(list; list))', 'pasos'],
    ['MAPEAR(texts; ORDENAR(texts))', 'pasos'],
    ['MAPEAR(texts; MAYUSCULAS(longText))', 'pasos'],

    ['MAPEAR(texts; SI_ERROR(A_JSON(list); 0))', 'pasos'],
    ['MAPEAR(texts; COINCIDE(longText; "(T+T+)+b"))', 'pasos'],
    ['REDUCIR(texts; {}; PONER_CAMPO(acumulado; elemento; 1))', 'pasos'],
    ['REDUCIR(texts; ""; CONCATENAR(acumulado; elemento; elemento))', 'pasos'],
    ['REDUCIR(SECUENCIA(1; 60); "x"; acumulado & acumulado)', 'caracteres'],
    ['REDUCIR(SECUENCIA(1; 60); [1]; UNIR_LISTAS(acumulado; acumulado))', 'elementos'],
    ['APLANAR(MAPEAR(SECUENCIA(1; 1000); list))', 'elementos'],
    ['REPETIR(REPETIR("x"; 5000); 5000)', 'caracteres'],
    ['RELLENAR("x"; 1e9)', 'caracteres'],
    ['UNIRCADENAS(longText; SECUENCIA(1; 1000))', 'caracteres'],
    ['CONCATENAR(longTexts)', 'caracteres'],
    ['SUSTITUIR(longText; "T"; "veinte letras seguidas")', 'caracteres'],
    ['REEMPLAZAR_PATRON(longText; "T"; "veinte letras seguidas")', 'caracteres'],
    ['PLANTILLA(REPETIR("{a}"; 1000); { a: longText })', 'caracteres'],
    ['LEER_FECHA(REPETIR("1"; 60) & "x"; REPETIR("dm"; 15))', 'dos veces'],
    ['DIAS_LABORABLES(FECHA(1; 1; 1); FECHA(9999; 1; 1))', 'pasos'],
  ])('%s: %s', (formula, sentence) => {
    expect(() => evaluate(formula, HOSTILE)).toThrow(
      expect.objectContaining({ codigo: 'EXPRESION_FALLIDA', message: expect.stringContaining(sentence) }),
    )
  })

  test('but looking at a long list for every item is no work', () => {
    expect(evaluate('CONTAR(MAPEAR(texts; ELEMENTO_EN(list; indice) + CONTAR(list)))', HOSTILE)).toBe(20_000)
  })
})

describe('sequences are taken once for each use that is reached', () => {
  test.each<[string, unknown, number]>([
    ['SI(VERDADERO; CONSECUTIVO("a"); CONSECUTIVO("b"))', 1, 1],
    ['SI(FALSO; CONSECUTIVO("a"); "nada")', 'nada', 0],
    ['Y(FALSO; CONSECUTIVO("a") > 0)', false, 0],
    ['O(VERDADERO; CONSECUTIVO("a") > 0)', true, 0],
    ['FALSO Y CONSECUTIVO("a") > 0', false, 0],
    ['SI_CONJUNTO(FALSO; CONSECUTIVO("a"); VERDADERO; CONSECUTIVO("b"))', 1, 1],
    ['SI_NULO(5; CONSECUTIVO("a"))', 5, 0],
    ['SI_VACIO(""; CONSECUTIVO("a"))', 1, 1],
    ['PRIMERO_NO_NULO(NULO; CONSECUTIVO("a"); CONSECUTIVO("b"))', 1, 1],
    ['SI_ERROR(1 / 0; CONSECUTIVO("a"))', 1, 1],
    ['MAPEAR(["x"; "y"]; elemento & CONSECUTIVO("a"))', ['x1', 'y2'], 2],
    ['UNIRCADENAS("-"; UUID7() = UUID7(); CONSECUTIVO("a"); CONSECUTIVO("a"))', 'FALSO-1-2', 2],
    // The branch depends on chance: taken again it must be the same.
    ['SI(ALEATORIO(0; 1) = 0; CONSECUTIVO("a"); CONSECUTIVO("b")) + CONSECUTIVO("c")', 3, 2],
    ['BUSCAR("paises"; SI(CONSECUTIVO("a") = 1; "ES"; "CL"); "nombre")', 'España', 1],
  ])('%s is %j and takes %i', async (formula, value, taken) => {
    let asked = 0
    const host = createHost()
    const counting = { ...host, consecutivo: async () => ++asked }
    expect(await compile(formula, {}, { host: counting }).evaluateWithEffects({})).toEqual(value)
    expect(asked).toBe(taken)
  })
})
