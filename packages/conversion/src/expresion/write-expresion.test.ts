import { expect, test } from 'vitest'
import { cualquiera } from './formula.ts'
import { type Nombres, writeExpresion } from './write-expresion.ts'

/** `$json` is the item, and nothing else is known. */
const nombres: Nombres = (nombre) => (nombre === '$json' ? { valor: cualquiera('n1'), usados: 0 } : null)

test.each([
  ['$json.a', 'n1.a'],
  ['$json["a b"].c', 'OBTENER(n1; "a b").c'],
  ['$json.filas[0].x', 'n1.filas[0].x'],
  ['$json?.a?.b', 'n1.a.b'],
  ["'Hola ' + $json.nombre", '"Hola " & n1.nombre'],
  ['`${$json.a}-${$json.b}`', 'n1.a & "-" & n1.b'],
  ['$json.a + 1 * 2', 'n1.a + (1 * 2)'],
  ['($json.a + 1) * 2', '(n1.a + 1) * 2'],
  ['$json.a === 1 && $json.b !== "x"', '(n1.a = 1) Y (n1.b <> "x")'],
  [
    '!$json.a',
    'NO (SI(ES_LOGICO(n1.a); n1.a; SI(ES_TEXTO(n1.a); LARGO(n1.a) > 0; NO (ES_NULO(n1.a) O (n1.a = 0)))))',
  ],
  ['!$json.a.trim()', 'NO (LARGO(RECORTAR(n1.a)) > 0)'],
  [
    '!$json.a.length',
    'NO (NO (ES_NULO(SI(ES_LISTA(n1.a); CONTAR(n1.a); LARGO(n1.a))) O (SI(ES_LISTA(n1.a); CONTAR(n1.a); LARGO(n1.a)) = 0)))',
  ],
  ['$json.a > 1 ? "sí" : "no"', 'SI(n1.a > 1; "sí"; "no")'],
  [
    '$json.a || "nadie"',
    'SI(SI(ES_LOGICO(n1.a); n1.a; SI(ES_TEXTO(n1.a); LARGO(n1.a) > 0; NO (ES_NULO(n1.a) O (n1.a = 0)))); n1.a; "nadie")',
  ],
  [
    '$json.a.filter(x => x.b)',
    'FILTRAR(n1.a; SI(ES_LOGICO(elemento.b); elemento.b; SI(ES_TEXTO(elemento.b); LARGO(elemento.b) > 0; NO (ES_NULO(elemento.b) O (elemento.b = 0)))))',
  ],
  ['$json.a.some(x => x.b > 1)', 'ALGUNO(n1.a; elemento.b > 1)'],
  ['$json.a ?? 0', 'SI_NULO(n1.a; 0)'],
  ['$json.a.trim().toUpperCase()', 'MAYUSCULAS(RECORTAR(n1.a))'],
  ['$json.a.map(x => x.b)', 'MAPEAR(n1.a; elemento.b)'],
  ['$json.a.length', 'SI(ES_LISTA(n1.a); CONTAR(n1.a); LARGO(n1.a))'],
  ['Math.round($json.a / 3)', 'REDONDEAR(n1.a / 3; 0)'],
  ['new Date().toISOString()', 'TEXTO(AHORA())'],
  ['{ a: $json.x, "b c": [1, true, null] }', '{ a: n1.x; "b c": [1; VERDADERO; NULO] }'],
])('%s is written as a formula', (text, formula) => {
  expect(writeExpresion(text, nombres)?.formula).toBe(formula)
})

test.each(['||', '&&'])(
  'a chain of %s is as long as what it is made of, and not longer with each sign',
  (signo) => {
    const chain = [...'abcdef'].map((letra) => `$json.${letra.repeat(10)}`)
    const formula = writeExpresion(chain.join(` ${signo} `), nombres)?.formula
    const grouped = chain.reduceRight((rest, each) => `${each} ${signo} (${rest})`)
    expect(formula).toBe(writeExpresion(grouped, nombres)?.formula)
    expect(formula?.length).toBeLessThan(1_200)
  },
)

test.each([
  '',
  '$otro.a',
  '$json.a.match(/x/)',
  '$json.a = 1',
  '$json.a; $json.b',
  '$json.a.map(x => x.map(y => y))',
  'constructor',
  `${'('.repeat(100)}1`,
  Array.from({ length: 60 }, (_, index) => `$json.a${index}`).join(' && '),
  `$json.a${'.length'.repeat(8)}`,
  `'${'a'.repeat(20_000)}'`,
])('«%s» has no formula', (text) => {
  expect(writeExpresion(text, nombres)).toBe(null)
})
