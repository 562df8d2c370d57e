import { Binario } from '@div/contract'
import {
  cualquiera,
  defineFuncion,
  describe,
  failFormula,
  isNothing,
  lista,
  multiply,
  numberProblem,
  numero,
  roundTo,
  toBigInt,
  toDecimal,
  toJson,
  toLogico,
  toTexto,
} from '@div/formula'
import { z } from 'zod'
import { base64ToText, decodeUtf8, textToBase64 } from './formatos/base64.ts'
import { readCsv, writeCsv } from './formatos/csv.ts'
import { readJson } from './formatos/json.ts'
import { readXml, writeXml } from './formatos/xml.ts'

const group = 'conversion'
const texto = () => z.string()

export const CONVERSION = [
  defineFuncion({
    name: 'TEXTO',
    group,
    summary: 'Escribe cualquier valor como texto; el nulo es el texto vacío.',
    args: { valor: cualquiera() },
    returns: 'texto',
    examples: [
      ['TEXTO(12.5)', '12.5'],
      ['TEXTO(NULO)', ''],
      ['TEXTO(FECHA(2026; 1; 2))', '2026-01-02'],
    ],
    run: ({ valor }, context) => toTexto(valor, context),
  }),
  defineFuncion({
    name: 'NUMERO',
    group,
    summary: 'Lee un número de un texto con punto decimal, o con los separadores que se den.',
    args: { texto: cualquiera(), decimal: texto().default('.'), millar: texto().default('') },
    returns: 'decimal',
    examples: [
      ['NUMERO("12.50")', 12.5],
      ['NUMERO("1.234,5"; ","; ".")', 1234.5],
    ],
    run: ({ texto: value, decimal, millar }, context) => {
      if (value === null || typeof value === 'number') return value
      const text = toTexto(value, context)
      const plain = millar === '' ? text : text.split(millar).join('')
      return (
        toDecimal(decimal === '.' ? plain : plain.replace(decimal, '.')) ??
        failFormula(`${describe(value)} ${numberProblem(value) ?? 'no es un número'}`)
      )
    },
  }),
  defineFuncion({
    name: 'LOGICO',
    group,
    summary:
      'Lee verdadero o falso de un número (0 es falso) o de un texto: verdadero, true, sí, falso, false, no.',
    args: { valor: cualquiera() },
    returns: 'booleano',
    examples: [
      ['LOGICO("sí")', true],
      ['LOGICO(0)', false],
      ['LOGICO(NULO)', null],
    ],
    run: ({ valor }) =>
      isNothing(valor)
        ? null
        : (toLogico(valor) ?? failFormula(`${describe(valor)} no es verdadero ni falso`)),
  }),
  defineFuncion({
    name: 'A_JSON',
    group,
    summary: 'Escribe un valor en JSON.',
    args: { valor: cualquiera() },
    returns: 'texto',
    examples: [['A_JSON({ a: [1; NULO] })', '{"a":[1,null]}']],
    run: ({ valor }, context) => toJson(valor, context),
  }),
  defineFuncion({
    name: 'DE_JSON',
    group,
    summary: 'Lee un valor de un texto JSON; los números que pasan de 15 cifras quedan exactos, como texto.',
    args: { texto: texto() },
    returns: 'cualquiera',
    examples: [
      ['DE_JSON("{\\"a\\": [1, 2]}").a[1]', 2],
      ['DE_JSON("{\\"a\\": 9007199254740993}").a', '9007199254740993'],
    ],
    run: ({ texto: text }, { limits }) => readJson(text, limits),
  }),
  defineFuncion({
    name: 'A_XML',
    group,
    summary: 'Escribe un objeto con un solo campo, la raíz, en XML; los campos con @ son atributos.',
    args: { valor: cualquiera() },
    returns: 'texto',
    examples: [
      [
        'A_XML({ pedido: { "@id": 7; linea: [1; 2] } })',
        '<pedido id="7"><linea>1</linea><linea>2</linea></pedido>',
      ],
    ],
    run: ({ valor }, context) => writeXml(valor, context.limits, context),
  }),
  defineFuncion({
    name: 'DE_XML',
    group,
    summary:
      'Lee XML: cada elemento es un objeto de sus hijos, una lista donde se repiten; los atributos llevan @.',
    args: { texto: texto() },
    returns: 'objeto',
    examples: [
      ['DE_XML("<a id=\'1\'><b>x</b><b>y</b></a>").a', { '@id': '1', b: ['x', 'y'] }],
      ['DE_XML("<a>7</a>").a', '7'],
    ],
    run: ({ texto: text }, { limits }) => readXml(text, limits),
  }),
  defineFuncion({
    name: 'A_CSV',
    group,
    summary: 'Escribe una lista de objetos en CSV con cabecera; el separador es un carácter.',
    args: { lista: lista(), separador: texto().default(',') },
    returns: 'texto',
    examples: [['A_CSV([{ a: 1; b: "x,y" }]; ";")', 'a;b\r\n1;x,y']],
    run: ({ lista: rows, separador }, context) => writeCsv(rows, { separador }, context.limits, context),
  }),
  defineFuncion({
    name: 'DE_CSV',
    group,
    summary: 'Lee CSV con cabecera como una lista de objetos; el separador se averigua si no se da.',
    args: { texto: texto(), separador: texto().optional() },
    returns: 'lista',
    examples: [['DE_CSV("a;b\\n1;2"; ";")', [{ a: '1', b: '2' }]]],
    run: ({ texto: text, separador }, { limits }) => readCsv(text, { separador }, limits),
  }),
  defineFuncion({
    name: 'A_BASE64',
    group,
    summary: 'Escribe un texto o un binario en base64.',
    args: { valor: cualquiera() },
    returns: 'texto',
    examples: [['A_BASE64("año")', 'YcOxbw==']],
    run: ({ valor }, context) =>
      valor instanceof Binario ? valor.toJSON() : textToBase64(toTexto(valor, context)),
  }),
  defineFuncion({
    name: 'DE_BASE64',
    group,
    summary: 'Lee el texto que hay en base64.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['DE_BASE64("YcOxbw==")', 'año']],
    run: ({ texto: text }) => base64ToText(text),
  }),
  defineFuncion({
    name: 'BINARIO',
    group,
    summary: 'Los bytes que hay en base64.',
    args: { base64: texto() },
    returns: 'binario',
    examples: [['A_BASE64(BINARIO("AAEC"))', 'AAEC']],
    run: ({ base64 }) => Binario.parse(base64) ?? failFormula('el texto no es base64'),
  }),
  defineFuncion({
    name: 'TEXTO_DE_BINARIO',
    group,
    summary: 'El texto UTF-8 de unos bytes.',
    args: { binario: cualquiera() },
    returns: 'texto',
    examples: [['TEXTO_DE_BINARIO(BINARIO("YcOxbw=="))', 'año']],
    run: ({ binario }) =>
      binario instanceof Binario
        ? decodeUtf8(binario.bytes)
        : failFormula('TEXTO_DE_BINARIO necesita un binario'),
  }),
  defineFuncion({
    name: 'A_HEX',
    group,
    summary:
      'Escribe en hexadecimal un número entero, o los bytes UTF-8 de un texto. De un número de más de 2^53 (que es un texto), use A_BASE.',
    args: { valor: cualquiera() },
    returns: 'texto',
    examples: [
      ['A_HEX(255)', 'ff'],
      ['A_HEX("ñ")', 'c3b1'],
    ],
    run: ({ valor }, context) => {
      const decimal = toDecimal(valor)
      if (typeof valor === 'number') return inBase(valor, 16, 'A_HEX')
      // Such a number is the text that writes it: nobody can tell which of the two was meant.
      if (typeof decimal === 'string') {
        return failFormula(
          `${describe(valor)} puede ser un número o un texto: use A_BASE(…; 16) para el número o A_HEX(BINARIO(A_BASE64(…))) para el texto`,
        )
      }
      const bytes = valor instanceof Binario ? valor.bytes : new TextEncoder().encode(toTexto(valor, context))
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    },
  }),
  defineFuncion({
    name: 'DE_HEX',
    group,
    summary: 'El texto UTF-8 escrito en hexadecimal.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['DE_HEX("c3b1")', 'ñ']],
    run: ({ texto: text }) => {
      if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return failFormula('el texto no es hexadecimal')
      return decodeUtf8(Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
    },
  }),
  defineFuncion({
    name: 'A_BASE',
    group,
    summary: 'Escribe un número entero en una base de 2 a 36.',
    args: { numero: numero(), base: z.number() },
    returns: 'texto',
    examples: [
      ['A_BASE(10; 2)', '1010'],
      ['A_BASE(9007199254740993; 16)', '20000000000001'],
    ],
    run: ({ numero: value, base }) => inBase(value, base, 'A_BASE'),
  }),
  defineFuncion({
    name: 'CODIFICAR_URL',
    group,
    summary: 'Escribe un texto para ponerlo en una dirección (RFC 3986).',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['CODIFICAR_URL("año & más")', 'a%C3%B1o%20%26%20m%C3%A1s']],
    run: ({ texto: text }) => encodeURIComponent(text.toWellFormed()),
  }),
  defineFuncion({
    name: 'DECODIFICAR_URL',
    group,
    summary: 'Lee un texto tomado de una dirección.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['DECODIFICAR_URL("a%C3%B1o%20nuevo")', 'año nuevo']],
    run: ({ texto: text }) => {
      try {
        return decodeURIComponent(text)
      } catch {
        return failFormula('el texto no está bien codificado')
      }
    },
  }),
  defineFuncion({
    name: 'CONSULTA_URL',
    group,
    summary: 'Escribe un objeto como la consulta de una dirección.',
    args: { datos: z.record(z.string(), z.unknown()) },
    returns: 'texto',
    examples: [['CONSULTA_URL({ q: "a b"; n: 2 })', 'q=a+b&n=2']],
    run: ({ datos }, context) =>
      new URLSearchParams(
        Object.entries(datos).map(([key, value]): [string, string] => [key, toTexto(value, context)]),
      ).toString(),
  }),
  defineFuncion({
    name: 'ESCAPAR_HTML',
    group,
    summary: 'Escribe un texto para ponerlo en una página sin que se lea como HTML.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['ESCAPAR_HTML("<b>1 & 2</b>")', '&lt;b&gt;1 &amp; 2&lt;/b&gt;']],
    run: ({ texto: text }) => text.replace(/[&<>"']/g, (each) => `&${HTML.get(each) ?? ''};`),
  }),
  defineFuncion({
    name: 'CENTIMOS',
    group,
    summary: 'Un importe como número entero de céntimos, redondeado.',
    args: { importe: numero() },
    returns: 'entero',
    examples: [['CENTIMOS(19.995)', 2000]],
    run: ({ importe }) => roundTo(multiply(importe, 100) ?? 0, 0),
  }),
]

/** Exact, also of whole numbers beyond 2^53. */
function inBase(value: number | string, base: number, name: string): string {
  if (!Number.isInteger(base) || base < 2 || base > 36) return failFormula('la base es un entero de 2 a 36')
  const whole = toBigInt(value)
  return whole === undefined
    ? failFormula(`${name} necesita un número entero y recibió ${describe(value)}`)
    : whole.toString(base)
}

const HTML: ReadonlyMap<string, string> = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", '#39'],
])
