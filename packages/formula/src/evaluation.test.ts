import { ExpresionFallida } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cualquiera, defineFuncion, lambda, lazy, lista } from './define-funcion.ts'
import { compile, evaluate, type World } from './testing.ts'
import { isTrue, toTexto } from './values.ts'

const OF_TEST = { group: 'prueba', summary: '', returns: 'cualquiera', examples: [] } as const

const FUNCIONES = [
  defineFuncion({
    ...OF_TEST,
    name: 'TOMA',
    args: { nombre: z.string() },
    volatile: true,
    efecto: true,
    run: ({ nombre }, context) => context.effect(() => context.host.consecutivo(nombre)),
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'AHORA',
    args: {},
    volatile: true,
    run: (_, { host }) => host.now(),
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'PARAMETRO',
    args: { nombre: z.string() },
    volatile: true,
    check: ([nombre], host) =>
      nombre !== undefined && host.parametro(String(nombre)) === undefined
        ? { argumento: 0, mensaje: `No existe ${nombre}.` }
        : null,
    run: ({ nombre }, { host }) => host.parametro(nombre) ?? fail(`sin ${nombre}`),
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'SI',
    args: { condicion: cualquiera(), entonces: lazy(), siNo: lazy().optional() },
    run: ({ condicion, entonces, siNo }) => (isTrue(condicion) ? entonces() : (siNo?.() ?? null)),
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'SI_ERROR',
    args: { valor: lazy(), siFalla: lazy() },
    run: ({ valor, siFalla }) => {
      try {
        return valor()
      } catch (error) {
        if (error instanceof ExpresionFallida) return siFalla()
        throw error
      }
    },
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'MAPEAR',
    args: { lista: lista(), formula: lambda() },
    returns: 'lista',
    run: ({ lista: items, formula }) => items.map((item, index) => formula(item, index)),
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'REDUCIR',
    args: { lista: lista(), inicial: cualquiera(), formula: lambda() },
    run: ({ lista: items, inicial, formula }) =>
      items.reduce((acumulado, item, index) => formula(item, index, acumulado), inicial),
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'TEXTO',
    args: { valor: cualquiera() },
    run: ({ valor }, context) => toTexto(valor, context),
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'CONTAR',
    args: { lista: lista() },
    shallow: true,
    run: ({ lista: items }) => items.length,
  }),
  defineFuncion({
    ...OF_TEST,
    name: 'LARGO',
    args: { texto: z.string() },
    run: ({ texto }) => texto.length,
  }),
]

function fail(motivo: string): never {
  throw new ExpresionFallida({ motivo })
}

describe('values from outside', () => {
  /** What was asked for, in order; every name counts on its own. */
  async function take(formula: string, host: NonNullable<World['host']> = {}) {
    const asked: string[] = []
    const world: World = {
      funciones: FUNCIONES,
      host: {
        consecutivo: async (nombre) => {
          asked.push(nombre)
          if (nombre === 'rota') fail('no existe el consecutivo')
          return asked.filter((each) => each === nombre).length
        },
        ...host,
      },
    }
    const compiled = compile(formula, {}, world)
    if (!compiled.ok) throw new Error('does not compile')
    const value = await compiled.expresion.evaluateWithEffects({})
    return { value, asked, hasEffects: compiled.expresion.hasEffects }
  }

  test.each<[string, unknown, string[]]>([
    ['TOMA("a")', 1, ['a']],
    ['TOMA("a") & "-" & TOMA("b") & "-" & TOMA("a")', '1-1-2', ['a', 'b', 'a']],
    ['[TOMA("a"); TOMA("a"); TOMA("a")]', [1, 2, 3], ['a', 'a', 'a']],
    ['{ x: TOMA("a"); y: TOMA("b") }', { x: 1, y: 1 }, ['a', 'b']],
    ['SI(TOMA("a") = 1; TOMA("b"); TOMA("c"))', 1, ['a', 'b']],
    ['SI(VERDADERO; 0; TOMA("a"))', 0, []],
    ['FALSO Y TOMA("a") > 0', false, []],
    ['TOMA("a") > 5 Y TOMA("b") > 0', false, ['a']],
    ['VERDADERO O TOMA("a") > 0', true, []],
    ['TOMA("a") > 0 O TOMA("b") > 0', true, ['a']],
    ['MAPEAR([10; 20]; elemento + TOMA("a"))', [11, 22], ['a', 'a']],
    ['SI_ERROR(1 / 0 + TOMA("a"); TOMA("b"))', 1, ['b']],
    ['SI_ERROR(TOMA("rota"); "libre")', 'libre', ['rota']],
    ['SI_ERROR(TOMA("rota"); TOMA("a")) & TOMA("a")', '12', ['rota', 'a', 'a']],
  ])('%s is %j and asks for %j, each once', async (formula, value, asked) => {
    expect(await take(formula)).toEqual({ value, asked, hasEffects: true })
  })

  test('what would change from one moment to the next does not while a value is waited for', async () => {
    let now = 0
    const clock = { now: () => ++now }
    expect(await take('SI(AHORA() = 1; TOMA("a"); TOMA("b")) & AHORA() & TOMA("c")', clock)).toMatchObject({
      value: '121',
      asked: ['a', 'c'],
    })
  })

  test('a failure of what may change is the same failure again', async () => {
    let calls = 0
    const host = { parametro: () => (++calls === 2 ? undefined : calls) }
    expect(await take('SI_ERROR(PARAMETRO("p"); "sin") & TOMA("a") & TOMA("a")', host)).toMatchObject({
      value: 'sin12',
    })
  })

  test('a failure that nothing answers is the failure of the formula', async () => {
    await expect(take('TOMA("rota") + 1')).rejects.toMatchObject({ codigo: 'EXPRESION_FALLIDA' })
  })

  test('two evaluations at a time do not see each other', async () => {
    let last = 0
    const host = { consecutivo: async () => ++last }
    const frame = { quien: '' }
    const compiled = compile('quien & TOMA("a") & quien & TOMA("a")', frame, { funciones: FUNCIONES, host })
    if (!compiled.ok) throw new Error('does not compile')
    const values = await Promise.all(
      ['x', 'y'].map((quien) => compiled.expresion.evaluateWithEffects({ quien })),
    )
    expect(values).toEqual(['x1x3', 'y2y4'])
  })

  test('more values than the limit are refused', async () => {
    const limits = { efectosFormula: 3 }
    const host = { consecutivo: async () => 1 }
    const compiled = compile('MAPEAR([1; 2; 3; 4]; TOMA("a"))', {}, { funciones: FUNCIONES, limits, host })
    await expect(compiled.ok && compiled.expresion.evaluateWithEffects({})).rejects.toThrow(
      'toma más de 3 valores de fuera',
    )
  })

  test('without waiting there is nothing to be taken', () => {
    expect(() => evaluate('TOMA("a")', {}, { funciones: FUNCIONES })).toThrow('aquí no se puede tomar')
  })
})

describe('what a lambda binds', () => {
  test.each<[string, unknown]>([
    ['MAPEAR([[1; 2]; [3]]; MAPEAR(elemento; elemento * 10 + indice))', [[10, 21], [30]]],
    ['MAPEAR([1; 2]; SI_ERROR(MAPEAR([0]; 1 / elemento); elemento))', [1, 2]],
    ['MAPEAR([1; 2]; MAPEAR([0]; elemento) & elemento & indice)', ['[0]10', '[0]21']],
    ['REDUCIR([1; 2; 3]; 0; acumulado + REDUCIR([elemento]; 0; acumulado + elemento))', 6],
  ])('%s is %j', (formula, expected) => {
    expect(evaluate(formula, {}, { funciones: FUNCIONES })).toEqual(expected)
  })

  test('is not there outside of it', () => {
    const compiled = compile('elemento + MAPEAR([1]; elemento)', {}, { funciones: FUNCIONES })
    expect(compiled.ok ? [] : compiled.errores).toEqual([
      { desde: 0, hasta: 8, mensaje: 'No existe «elemento».' },
    ])
  })
})

describe('what is wrong at publish is told where it is written', () => {
  test.each<[string, number, number, string]>([
    ['1 + nadie', 4, 9, 'No existe «nadie».'],
    ['1 + NADA(1)', 4, 8, 'No existe la función «NADA».'],
    ['TEXTO()', 0, 7, 'TEXTO necesita 1 argumentos (valor) y tiene 0.'],
    ['TEXTO(PARAMETRO("x"))', 16, 19, 'No existe x.'],
    ['TEXTO(TEXTO(1; 2))', 6, 17, 'TEXTO necesita 1 argumentos (valor) y tiene 2.'],
  ])('%s: %i to %i', (formula, desde, hasta, mensaje) => {
    const compiled = compile(formula, {}, { funciones: FUNCIONES })
    expect(compiled.ok ? [] : compiled.errores).toEqual([{ desde, hasta, mensaje }])
  })
})

/** Thirty levels of two: a thousand million values in thirty lists. */
const SHARED = `REDUCIR([${Array(30).fill(1).join('; ')}]; 1; [acumulado; acumulado])`

describe('cost', () => {
  const items = Array.from({ length: 3_200 }, (_, index) => index)
  const frame = { items, largo: 'x'.repeat(51_200), uno: [1] }
  const world = (pasosFormula: number): World => ({ funciones: FUNCIONES, limits: { pasosFormula } })

  test.each<[string, string, number]>([
    ['a call', 'TEXTO(1)', 1],
    ['an item of a lambda', 'MAPEAR([1; 2; 3]; elemento)', 4],
    ['a list that is walked, and the one that is made', 'MAPEAR(items; 1)', 1 + 100 + 3_200 + 100],
    ['a list that is only looked at', 'CONTAR(items)', 1],
    ['a text that is read', 'LARGO(largo)', 1 + 100],
    ['a list that is written out', '"" & items', 100],
    ['lists that are compared', 'items = [1]', 100],
    ['numbers that are text', '"1" + uno[0]', 1],
  ])('%s', (_, formula, steps) => {
    expect(() => evaluate(formula, frame, world(steps))).not.toThrow()
    expect(() => evaluate(formula, frame, world(steps - 1))).toThrow(`supera el límite de ${steps - 1} pasos`)
  })

  test('numbers of the machine cost nothing', () => {
    expect(evaluate('1 + uno[0] * 2', frame, world(0))).toBe(3)
  })

  test.each([
    ['shares one value any number of times', SHARED, 'pasos'],
    [
      'shares it inside objects',
      SHARED.replace('[acumulado; acumulado]', '{ a: acumulado; b: acumulado }'),
      'pasos',
    ],
    ['shares it without accumulating', 'MAPEAR(items; items) & ""', 'pasos'],
    ['compares what shares', `${SHARED} = ${SHARED}`, 'pasos'],
    ['writes what shares', `LARGO(TEXTO(${SHARED}))`, 'pasos'],
    ['nests without end', 'REDUCIR(items; 1; [acumulado])', 'demasiados niveles'],
    ['writes what nests without end', 'TEXTO(REDUCIR(items; 1; [acumulado]))', 'demasiados niveles'],
    ['writes a text without end', 'REDUCIR(items; "x"; acumulado & acumulado)', 'caracteres'],
    ['catches its own limit', 'MAPEAR(items; SI_ERROR(MAPEAR(items; 1); 0))', 'pasos'],
  ])('a formula that %s is stopped', (_, formula, sentence) => {
    expect(() => evaluate(formula, frame, { funciones: FUNCIONES })).toThrow(
      expect.objectContaining({ codigo: 'EXPRESION_FALLIDA', message: expect.stringContaining(sentence) }),
    )
  })
})

describe('a failure at run time says where it came up, and in what', () => {
  test.each<[string, number, string]>([
    ['1 + texto * 2', 11, '*'],
    ['1 + 2 + texto + 3', 7, '+'],
    ['(1 + 2) / (uno[0] - 1)', 9, '/'],
    ['  -texto', 3, '-'],
    ['NO texto', 1, 'NO'],
    ['uno[0] = 1 Y texto', 12, 'Y'],
    ['SI(texto; 1; 2)', 1, 'SI'],
    ['[1; MAPEAR([1; 2]; elemento / (elemento - 2))]', 29, '/'],
    ['PARAMETRO("x" & "y")', 1, 'PARAMETRO'],
    ['SI_ERROR(1 / 0; 2 / 0)', 19, '/'],
    ['1 + largo(CONTAR(texto))', 11, 'CONTAR'],
  ])('%s: %i in %s', (formula, posicion, operacion) => {
    const frame = { texto: 'quizás', uno: [1] }
    const host = { parametro: () => null }
    const compiled = compile(formula, frame, { funciones: FUNCIONES, host })
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.errores))
    expect(() => compiled.expresion.evaluate(frame)).toThrow(
      expect.objectContaining({ codigo: 'EXPRESION_FALLIDA', extra: { posicion, operacion } }),
    )
  })

  test('also after values from outside, which are not taken again', async () => {
    let taken = 0
    const host = { consecutivo: async () => ++taken }
    const compiled = compile('TOMA("a") + 1 / (TOMA("b") - 2)', {}, { funciones: FUNCIONES, host })
    if (!compiled.ok) throw new Error('does not compile')
    await expect(compiled.expresion.evaluateWithEffects({})).rejects.toMatchObject({
      extra: { posicion: 15, operacion: '/' },
    })
    expect(taken).toBe(2)
  })

  test('what fails by chance is told without a place', () => {
    let calls = 0
    const host = { parametro: () => (++calls === 2 ? undefined : calls) }
    const compiled = compile('PARAMETRO("p")', {}, { funciones: FUNCIONES, host })
    if (!compiled.ok) throw new Error('does not compile')
    expect(() => compiled.expresion.evaluate({})).toThrow(expect.objectContaining({ extra: {} }))
  })
})
