import { LIMITS } from '@div/contract'
import { compileExpresion, type FormulaHost } from '@div/formula'
import { describe, expect, test } from 'vitest'
import { DEFINICIONES, FUNCIONES } from './index.ts'

const PAISES = [
  { codigo: 'ES', nombre: 'España' },
  { codigo: 'CL', nombre: 'Chile' },
]

function createHost(): FormulaHost {
  let last = 0
  return {
    zonaHoraria: 'UTC',
    now: () => Date.UTC(2026, 10, 21, 12),
    parametro: (nombre) => (nombre === 'iva' ? 0.21 : undefined),
    tabla: (nombre, columna = 'codigo') =>
      nombre === 'paises' && (columna === 'codigo' || columna === 'nombre')
        ? (clave) => PAISES.find((row) => row[columna] === clave)
        : undefined,
    consecutivo: async () => ++last,
  }
}

function evaluate(formula: string): Promise<unknown> {
  const compiled = compileExpresion(
    formula,
    { host: createHost(), resolve: () => undefined },
    { funciones: FUNCIONES, limits: LIMITS },
  )
  if (!compiled.ok) throw new Error(compiled.errores.map(({ mensaje }) => mensaje).join())
  return compiled.expresion.hasEffects
    ? compiled.expresion.evaluateWithEffects(null)
    : Promise.resolve(compiled.expresion.evaluate(null))
}

const EXAMPLES = DEFINICIONES.flatMap(({ examples }) => examples)

test.each(EXAMPLES)('%s is %j', async (formula, expected) => {
  expect(await evaluate(formula)).toEqual(expected)
})

test('there are at least 120 functions, each with an example and a name of its own', () => {
  expect(DEFINICIONES.length).toBeGreaterThanOrEqual(120)
  expect(FUNCIONES.size).toBe(DEFINICIONES.length)
  expect(DEFINICIONES.filter(({ examples }) => examples.length === 0)).toEqual([])
})

describe('time zones', () => {
  test.each([
    // The spring gap of Madrid: 2:30 does not exist and is read an hour later.
    ['FECHAHORA("2026-03-29T02:30:00"; "Europe/Madrid")', '2026-03-29T01:30:00.000Z'],
    // The autumn overlap: the first of the two 2:30.
    ['FECHAHORA("2026-10-25T02:30:00"; "Europe/Madrid")', '2026-10-25T00:30:00.000Z'],
    // A day is a day of the calendar, whatever its hours.
    [
      'SUMAR_DIAS(FECHAHORA("2026-03-28T12:00:00"; "Europe/Madrid"); 1; "Europe/Madrid")',
      '2026-03-29T10:00:00.000Z',
    ],
    // Midnight does not exist when Santiago goes to summer time.
    ['INICIO_DIA(FECHA(2026; 9; 6); "America/Santiago")', '2026-09-06T04:00:00.000Z'],
    ['FECHAHORA("2026-04-04T23:30:00"; "America/Santiago")', '2026-04-05T02:30:00.000Z'],
  ])('%s is %s', async (formula, expected) => {
    const value = await evaluate(formula)
    expect(value instanceof Date && value.toISOString()).toBe(expected)
  })
})

test.each([
  ['SUMAR_DIAS(FECHA(2026; 1; 1); 1000000000)', 'fuera de lo que se puede representar'],
  ['REPETIR(REPETIR("x"; 5000); 5000)', 'caracteres'],
  ['MAPEAR(SECUENCIA(1; 1000); MAPEAR(SECUENCIA(1; 1000); 1))', 'pasos'],
  ['SECUENCIA(1; 1000000000)', 'pasos'],
  ['DE_JSON("{\\"__proto__\\": 1}")', '__proto__'],
  ['DE_XML("<!DOCTYPE a [<!ENTITY b \\"c\\">]><a>&b;</a>")', 'DOCTYPE'],
  ['COINCIDE("a"; "(?=a)")', 'RE2'],
  ['PARAMETRO("nada")', 'No existe el parámetro'],
  ['BUSCAR("nada"; 1; "x")', 'No existe la tabla'],
  ['IZQUIERDA()', 'necesita de 1 a 2 argumentos'],
  ['FORMATO_FECHA(FECHA(2026; 1; 1); "dd"; "Marte/Olimpo")', 'zona horaria'],
])('%s fails and says why', async (formula, sentence) => {
  await expect(async () => evaluate(formula)).rejects.toThrow(sentence)
})

test('the documentation of the functions is current', async () => {
  const groups = Map.groupBy(DEFINICIONES, ({ group }) => group)
  const pages = [...groups].map(
    ([group, definitions]) => `## ${group}\n\n${definitions.map(describeFuncion).join('\n')}`,
  )
  await expect(`# Funciones\n\n${pages.join('\n')}`).toMatchFileSnapshot(
    '../../../docs/generated/funciones.md',
  )
})

function describeFuncion({ name, summary, args, variadic, examples }: (typeof DEFINICIONES)[number]): string {
  const names = Object.keys(args).map((argument, index, all) =>
    variadic && index === all.length - 1 ? `${argument}…` : argument,
  )
  const lines = examples.map(([formula, value]) => `- \`${formula}\` → \`${JSON.stringify(value)}\``)
  return `### ${name}(${names.join('; ')})\n\n${summary}\n\n${lines.join('\n')}\n`
}
