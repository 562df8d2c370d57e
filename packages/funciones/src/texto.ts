import { PatronInvalido } from '@div/contract'
import { cualquiera, defineFuncion, type FuncionContext, failFormula, toTexto } from '@div/formula'
import { z } from 'zod'
import { compilePattern } from './pattern.ts'

const group = 'texto'
const texto = () => z.string()
const entero = () => z.number()

/** Characters as people count them: an accented letter or an emoji is one code point or more, never half of one. */
const characters = (text: string) => Array.from(text)

export const TEXTO = [
  defineFuncion({
    name: 'MAYUSCULAS',
    group,
    summary: 'Pone el texto en mayúsculas.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['MAYUSCULAS("año nuevo")', 'AÑO NUEVO']],
    run: ({ texto }) => texto.toLocaleUpperCase('es'),
  }),
  defineFuncion({
    name: 'MINUSCULAS',
    group,
    summary: 'Pone el texto en minúsculas.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['MINUSCULAS("ÁRBOL")', 'árbol']],
    run: ({ texto }) => texto.toLocaleLowerCase('es'),
  }),
  defineFuncion({
    name: 'NOMPROPIO',
    group,
    summary: 'Pone en mayúscula la primera letra de cada palabra y el resto en minúsculas.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['NOMPROPIO("maría DEL mar")', 'María Del Mar']],
    run: ({ texto }) =>
      texto.toLocaleLowerCase('es').replace(/\p{L}[\p{L}\p{M}]*/gu, (word) => {
        const [first = '', ...rest] = characters(word)
        return first.toLocaleUpperCase('es') + rest.join('')
      }),
  }),
  defineFuncion({
    name: 'CONCATENAR',
    group,
    summary: 'Une varios textos en uno.',
    args: { textos: z.array(cualquiera()) },
    variadic: true,
    returns: 'texto',
    examples: [
      ['CONCATENAR("a"; 1; NULO; "b")', 'a1b'],
      ['CONCATENAR(["x"; "y"])', 'xy'],
    ],
    run: ({ textos }, context) => joinTexts(textos, '', context),
  }),
  defineFuncion({
    name: 'UNIRCADENAS',
    group,
    summary: 'Une los textos de una lista con un separador entre ellos.',
    args: { separador: texto(), textos: z.array(cualquiera()) },
    variadic: true,
    returns: 'texto',
    examples: [
      ['UNIRCADENAS(", "; ["a"; "b"; "c"])', 'a, b, c'],
      ['UNIRCADENAS("-"; 1; 2)', '1-2'],
    ],
    run: ({ separador, textos }, context) => joinTexts(textos, separador, context),
  }),
  defineFuncion({
    name: 'LARGO',
    group,
    summary: 'Cuenta los caracteres de un texto.',
    args: { texto: texto() },
    returns: 'entero',
    examples: [
      ['LARGO("año")', 3],
      ['LARGO("")', 0],
    ],
    run: ({ texto }) => characters(texto).length,
  }),
  defineFuncion({
    name: 'IZQUIERDA',
    group,
    summary: 'Toma los primeros caracteres de un texto.',
    args: { texto: texto(), cuantos: entero().default(1) },
    returns: 'texto',
    examples: [
      ['IZQUIERDA("factura"; 3)', 'fac'],
      ['IZQUIERDA("factura")', 'f'],
    ],
    run: ({ texto, cuantos }) => characters(texto).slice(0, Math.max(0, cuantos)).join(''),
  }),
  defineFuncion({
    name: 'DERECHA',
    group,
    summary: 'Toma los últimos caracteres de un texto.',
    args: { texto: texto(), cuantos: entero().default(1) },
    returns: 'texto',
    examples: [
      ['DERECHA("ES91-2100"; 4)', '2100'],
      ['DERECHA("abc"; 0)', ''],
    ],
    run: ({ texto, cuantos }) => (cuantos <= 0 ? '' : characters(texto).slice(-cuantos).join('')),
  }),
  defineFuncion({
    name: 'EXTRAE',
    group,
    summary: 'Toma caracteres del medio de un texto; la primera posición es la 1.',
    args: { texto: texto(), posicion: entero(), cuantos: entero() },
    returns: 'texto',
    examples: [['EXTRAE("2026-11-21"; 6; 2)', '11']],
    run: ({ texto, posicion, cuantos }) =>
      characters(texto)
        .slice(Math.max(0, posicion - 1), Math.max(0, posicion - 1 + cuantos))
        .join(''),
  }),
  defineFuncion({
    name: 'ESPACIOS',
    group,
    summary: 'Quita los espacios de los extremos y deja uno solo entre palabras.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['ESPACIOS("  Calle   Mayor ")', 'Calle Mayor']],
    run: ({ texto }) => texto.trim().replace(/\s+/g, ' '),
  }),
  defineFuncion({
    name: 'RECORTAR',
    group,
    summary: 'Quita los espacios de los extremos.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['RECORTAR("  a  b ")', 'a  b']],
    run: ({ texto }) => texto.trim(),
  }),
  defineFuncion({
    name: 'SUSTITUIR',
    group,
    summary: 'Cambia todas las apariciones de un texto por otro.',
    args: { texto: texto(), buscado: texto(), nuevo: texto() },
    returns: 'texto',
    examples: [
      ['SUSTITUIR("1.234.567"; "."; "")', '1234567'],
      ['SUSTITUIR("abc"; ""; "x")', 'abc'],
    ],
    run: ({ texto, buscado, nuevo }, context) =>
      buscado === '' ? texto : joinTexts(texto.split(buscado), nuevo, context),
  }),
  defineFuncion({
    name: 'REEMPLAZAR',
    group,
    summary: 'Cambia un tramo de un texto, dado por su posición y su largo.',
    args: { texto: texto(), posicion: entero(), cuantos: entero(), nuevo: texto() },
    returns: 'texto',
    examples: [['REEMPLAZAR("4111111111111111"; 5; 8; "********")', '4111********1111']],
    run: ({ texto, posicion, cuantos, nuevo }) => {
      const all = characters(texto)
      all.splice(Math.max(0, posicion - 1), Math.max(0, cuantos), nuevo)
      return all.join('')
    },
  }),
  defineFuncion({
    name: 'ENCONTRAR',
    group,
    summary: 'Posición de un texto dentro de otro, distinguiendo mayúsculas; nulo si no está.',
    args: { buscado: texto(), texto: texto(), desde: entero().default(1) },
    returns: 'entero',
    examples: [
      ['ENCONTRAR("a"; "banana")', 2],
      ['ENCONTRAR("a"; "banana"; 3)', 4],
      ['ENCONTRAR("z"; "banana")', null],
    ],
    run: ({ buscado, texto, desde }) => positionOf(texto, buscado, desde),
  }),
  defineFuncion({
    name: 'HALLAR',
    group,
    summary: 'Como ENCONTRAR, sin distinguir mayúsculas ni acentos.',
    args: { buscado: texto(), texto: texto(), desde: entero().default(1) },
    returns: 'entero',
    examples: [['HALLAR("ARBOL"; "un árbol")', 4]],
    run: ({ buscado, texto, desde }) => positionOf(plain(texto), plain(buscado), desde),
  }),
  defineFuncion({
    name: 'CONTIENE',
    group,
    summary: 'Dice si un texto contiene otro.',
    args: { texto: texto(), buscado: texto() },
    returns: 'booleano',
    examples: [
      ['CONTIENE("factura 12"; "12")', true],
      ['CONTIENE("factura"; "F")', false],
    ],
    run: ({ texto, buscado }) => texto.includes(buscado),
  }),
  defineFuncion({
    name: 'EMPIEZA_CON',
    group,
    summary: 'Dice si un texto empieza por otro.',
    args: { texto: texto(), inicio: texto() },
    returns: 'booleano',
    examples: [['EMPIEZA_CON("ES123"; "ES")', true]],
    run: ({ texto, inicio }) => texto.startsWith(inicio),
  }),
  defineFuncion({
    name: 'TERMINA_CON',
    group,
    summary: 'Dice si un texto termina en otro.',
    args: { texto: texto(), final: texto() },
    returns: 'booleano',
    examples: [['TERMINA_CON("informe.pdf"; ".pdf")', true]],
    run: ({ texto, final }) => texto.endsWith(final),
  }),
  defineFuncion({
    name: 'IGUAL',
    group,
    summary: 'Dice si dos textos son iguales letra por letra.',
    args: { uno: texto(), otro: texto() },
    returns: 'booleano',
    examples: [
      ['IGUAL("a"; "a")', true],
      ['IGUAL("a"; "A")', false],
    ],
    run: ({ uno, otro }) => uno === otro,
  }),
  defineFuncion({
    name: 'REPETIR',
    group,
    summary: 'Repite un texto.',
    args: { texto: texto(), veces: entero() },
    returns: 'texto',
    examples: [['REPETIR("-"; 5)', '-----']],
    run: ({ texto, veces }, { limits }) => {
      const times = Math.max(0, Math.floor(veces))
      return texto.length * times > limits.textoFormula ? tooLong(limits.textoFormula) : texto.repeat(times)
    },
  }),
  defineFuncion({
    name: 'RELLENAR',
    group,
    summary: 'Completa un texto por la izquierda hasta llegar al largo pedido.',
    args: { texto: texto(), largo: entero(), relleno: texto().default(' ') },
    returns: 'texto',
    examples: [
      ['RELLENAR("42"; 5; "0")', '00042'],
      ['RELLENAR(123456; 5; "0")', '123456'],
    ],
    run: ({ texto, largo, relleno }, { limits }) =>
      largo > limits.textoFormula ? tooLong(limits.textoFormula) : texto.padStart(largo, relleno),
  }),
  defineFuncion({
    name: 'RELLENAR_DERECHA',
    group,
    summary: 'Completa un texto por la derecha hasta llegar al largo pedido.',
    args: { texto: texto(), largo: entero(), relleno: texto().default(' ') },
    returns: 'texto',
    examples: [['RELLENAR_DERECHA("ab"; 4; ".")', 'ab..']],
    run: ({ texto, largo, relleno }, { limits }) =>
      largo > limits.textoFormula ? tooLong(limits.textoFormula) : texto.padEnd(largo, relleno),
  }),
  defineFuncion({
    name: 'INVERTIR_TEXTO',
    group,
    summary: 'Escribe un texto al revés.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['INVERTIR_TEXTO("año")', 'oña']],
    run: ({ texto }) => characters(texto).toReversed().join(''),
  }),
  defineFuncion({
    name: 'DIVIDIR',
    group,
    summary: 'Parte un texto en una lista por un separador.',
    args: { texto: texto(), separador: texto() },
    returns: 'lista',
    examples: [
      ['DIVIDIR("a,b,,c"; ",")', ['a', 'b', '', 'c']],
      ['DIVIDIR("año"; "")', ['a', 'ñ', 'o']],
    ],
    run: ({ texto, separador }) => (separador === '' ? characters(texto) : texto.split(separador)),
  }),
  defineFuncion({
    name: 'LINEAS',
    group,
    summary: 'Parte un texto en sus líneas.',
    args: { texto: texto() },
    returns: 'lista',
    examples: [['LINEAS("a\\nb\\r\\nc")', ['a', 'b', 'c']]],
    run: ({ texto }) => texto.split(/\r\n|\n|\r/),
  }),
  defineFuncion({
    name: 'SIN_ACENTOS',
    group,
    summary: 'Quita los acentos y las diéresis; la ñ queda en n.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['SIN_ACENTOS("Pingüino de Núñez")', 'Pinguino de Nunez']],
    run: ({ texto }) => texto.normalize('NFD').replace(/\p{Mn}/gu, ''),
  }),
  defineFuncion({
    name: 'SOLO_DIGITOS',
    group,
    summary: 'Deja solo las cifras de un texto.',
    args: { texto: texto() },
    returns: 'texto',
    examples: [['SOLO_DIGITOS("+34 600 11-22")', '346001122']],
    run: ({ texto }) => texto.replace(/[^0-9]/g, ''),
  }),
  defineFuncion({
    name: 'CARACTER',
    group,
    summary: 'El carácter de un código Unicode.',
    args: { codigo: entero() },
    returns: 'texto',
    examples: [['CARACTER(241)', 'ñ']],
    run: ({ codigo }) =>
      Number.isInteger(codigo) && codigo >= 0 && codigo <= 0x10_ff_ff
        ? String.fromCodePoint(codigo)
        : failFormula('CARACTER necesita un código Unicode'),
  }),
  defineFuncion({
    name: 'CODIGO',
    group,
    summary: 'El código Unicode del primer carácter; nulo si no hay ninguno.',
    args: { texto: texto() },
    returns: 'entero',
    examples: [['CODIGO("ñ")', 241]],
    run: ({ texto }) => texto.codePointAt(0) ?? null,
  }),
  defineFuncion({
    name: 'COINCIDE',
    group,
    summary: 'Dice si todo el texto tiene la forma de una expresión regular (sintaxis RE2).',
    args: { texto: texto(), patron: texto() },
    returns: 'booleano',
    examples: [
      ['COINCIDE("ABC-123"; "[A-Z]{3}-\\\\d+")', true],
      ['COINCIDE("x ABC-123"; "[A-Z]{3}-\\\\d+")', false],
    ],
    check: checkPattern,
    run: ({ texto, patron }) => compilePattern(patron).testExact(texto),
  }),
  defineFuncion({
    name: 'EXTRAER_PATRON',
    group,
    summary: 'El primer tramo que coincide con una expresión regular, o su primer grupo; nulo si ninguno.',
    args: { texto: texto(), patron: texto() },
    returns: 'texto',
    examples: [
      ['EXTRAER_PATRON("pedido 4711 de hoy"; "\\\\d+")', '4711'],
      ['EXTRAER_PATRON("id=7;"; "id=(\\\\d+)")', '7'],
      ['EXTRAER_PATRON("nada"; "\\\\d+")', null],
    ],
    check: checkPattern,
    run: ({ texto, patron }) => {
      const matcher = compilePattern(patron).matcher(texto)
      if (!matcher.find()) return null
      return matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? null
    },
  }),
  defineFuncion({
    name: 'REEMPLAZAR_PATRON',
    group,
    summary: 'Cambia todo lo que coincide con una expresión regular.',
    args: { texto: texto(), patron: texto(), nuevo: texto() },
    returns: 'texto',
    examples: [['REEMPLAZAR_PATRON("a1b22"; "\\\\d+"; "#")', 'a#b#']],
    check: checkPattern,
    run: ({ texto, patron, nuevo }, context) => replacePattern(texto, patron, nuevo, context),
  }),
  defineFuncion({
    name: 'PLANTILLA',
    group,
    summary: 'Pone los datos de un objeto donde el texto los nombra entre llaves.',
    args: { texto: texto(), datos: z.record(z.string(), z.unknown()) },
    returns: 'texto',
    examples: [
      ['PLANTILLA("Hola, {nombre}: {total} €"; { nombre: "Ana"; total: 12.5 })', 'Hola, Ana: 12.5 €'],
    ],
    run: ({ texto, datos }, context) =>
      joinTexts(
        texto.split(/(\{[^{}]+\})/).map((part, index) => {
          // What the pattern captured stands at the odd places.
          const name = part.slice(1, -1).trim()
          return index % 2 === 1 && Object.hasOwn(datos, name) ? datos[name] : part
        }),
        '',
        context,
      ),
  }),
]

function positionOf(text: string, wanted: string, from: number): number | null {
  const skipped = Math.max(0, Math.trunc(from) - 1)
  const rest = characters(text).slice(skipped).join('')
  const index = rest.indexOf(wanted)
  return index < 0 ? null : skipped + characters(rest.slice(0, index)).length + 1
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

function checkPattern([, patron]: readonly unknown[]): { argumento: number; mensaje: string } | null {
  if (typeof patron !== 'string') return null
  try {
    compilePattern(patron)
    return null
  } catch (error) {
    if (error instanceof PatronInvalido) return { argumento: 1, mensaje: error.message }
    throw error
  }
}

/** Joins nothing that would be too long: the parts may be one long text many times over. */
function joinTexts(parts: readonly unknown[], separator: string, context: FuncionContext): string {
  const { textoFormula } = context.limits
  let length = 0
  const texts = parts.map((part, index) => {
    const text = toTexto(part, context)
    length += text.length + (index > 0 ? separator.length : 0)
    return length > textoFormula ? tooLong(textoFormula) : text
  })
  return texts.join(separator)
}

/** `$1` in the new text is the first group, as RE2 writes it. */
function replacePattern(texto: string, patron: string, nuevo: string, context: FuncionContext): string {
  const matcher = compilePattern(patron).matcher(texto)
  const parts: string[] = []
  let length = 0
  const append = (part: string) => {
    length += part.length
    if (length > context.limits.textoFormula) tooLong(context.limits.textoFormula)
    parts.push(part)
  }
  let end = 0
  while (matcher.find()) {
    append(texto.slice(end, matcher.start()))
    append(
      nuevo.replace(/\$(\d)/g, (whole, group) =>
        Number(group) <= matcher.groupCount() ? (matcher.group(Number(group)) ?? '') : whole,
      ),
    )
    end = matcher.end()
  }
  append(texto.slice(end))
  return parts.join('')
}

function tooLong(maximo: number): never {
  return failFormula(`el texto pasa de ${maximo} caracteres`)
}
