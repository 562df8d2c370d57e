import { writeResultado } from '@div/contract'
import { expect, test } from 'vitest'
import { DEFINICIONES, FUNCIONES } from './index.ts'
import { compile } from './testing.ts'

async function evaluate(formula: string): Promise<unknown> {
  const expresion = compile(formula)
  return expresion.hasEffects ? expresion.evaluateWithEffects({}) : expresion.evaluate({})
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

test.each([
  ['SUMAR_DIAS(FECHA(2026; 1; 1); 1000000000)', 'fuera de lo que se puede representar'],
  ['REPETIR(REPETIR("x"; 5000); 5000)', 'caracteres'],
  ['MAPEAR(SECUENCIA(1; 1000); MAPEAR(SECUENCIA(1; 1000); 1))', 'pasos'],
  ['SECUENCIA(1; 1000000000)', 'pasos'],
  ['DE_JSON("{\\"__proto__\\": 1}")', '__proto__'],
  ['DE_XML("<!DOCTYPE a [<!ENTITY b \\"c\\">]><a>&b;</a>")', 'DOCTYPE'],
  [
    `DE_XML("<a ${Array.from({ length: 257 }, (_, index) => `b${index}='1'`).join(' ')}/>")`,
    'demasiados atributos',
  ],
  ['COINCIDE("a"; "(?=a)")', 'RE2'],
  ['PARAMETRO("nada")', 'No existe el parámetro'],
  ['BUSCAR("nada"; 1; "x")', 'No existe la tabla «nada».'],
  ['BUSCAR("paises"; "ES"; "capital")', 'La tabla «paises» no tiene la columna «capital».'],
  ['BUSCAR("paises"; "ES"; "nombre"; "iso")', 'La tabla «paises» no tiene la columna «iso».'],
  ['BUSCAR_FILA("nada"; 1)', 'No existe la tabla «nada».'],
  ['BUSCAR_FILA("paises"; "ES"; "iso")', 'La tabla «paises» no tiene la columna «iso».'],
  ['IZQUIERDA()', 'necesita de 1 a 2 argumentos'],
  ['FORMATO_FECHA(FECHA(2026; 1; 1); "dd"; "Marte/Olimpo")', 'zona horaria'],
])('%s fails and says why', async (formula, sentence) => {
  await expect(async () => evaluate(formula)).rejects.toThrow(sentence)
})

test('the documentation of the functions is current', async () => {
  const groups = Map.groupBy(DEFINICIONES, ({ group }) => group)
  const pages = [...groups].map(
    ([group, definitions]) =>
      `## ${GROUP_TITLES[group] ?? group}\n\n${definitions.map(describeFuncion).join('\n')}`,
  )
  await expect(`# Funciones\n\n${pages.join('\n')}`).toMatchFileSnapshot(
    '../../../docs/generated/funciones.md',
  )
})

const GROUP_TITLES: Readonly<Record<string, string>> = {
  texto: 'Textos',
  numero: 'Números',
  fecha: 'Fechas',
  lista: 'Listas',
  objeto: 'Objetos',
  logica: 'Lógica',
  conversion: 'Conversiones',
  hash: 'Resúmenes y firmas',
  identificadores: 'Identificadores',
  acceso: 'Datos del producto',
}

function describeFuncion({ name, summary, args, variadic, examples }: (typeof DEFINICIONES)[number]): string {
  const names = Object.keys(args).map((argument, index, all) =>
    variadic && index === all.length - 1 ? `${argument}…` : argument,
  )
  const lines = examples.map(([formula, value]) => `- \`${formula}\` → \`${writeResultado(value)}\``)
  return `### ${name}(${names.join('; ')})\n\n${summary}\n\n${lines.join('\n')}\n`
}
