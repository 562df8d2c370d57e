import { escribirExpresion, type Nombres, unirPartes } from '../expresion/escribir.ts'
import { escribirLiteral, escribirObjeto, type Formula } from '../expresion/formula.ts'
import { leer, leerLista, leerTexto } from '../leer.ts'

/** A text of a field: what stands between `{{` and `}}` is computed, where the field begins with `=`. */
export type Parte = string | { codigo: string }

const CODE = /\{\{([\s\S]*?)\}\}/g

export function separarPartes(text: string): Parte[] {
  if (!text.startsWith('=')) return text === '' ? [] : [text]
  const rest = text.slice(1)
  const partes: Parte[] = []
  let end = 0
  for (const { 0: whole, 1: codigo = '', index } of rest.matchAll(CODE)) {
    if (index > end) partes.push(rest.slice(end, index))
    partes.push({ codigo: codigo.trim() })
    end = index + whole.length
  }
  if (end < rest.length) partes.push(rest.slice(end))
  return partes
}

/** The formula of any value of a field, texts within lists and objects included. Null: some of it has none; `fallo` is told what. */
export function escribirValor(valor: unknown, nombres: Nombres, fallo: (codigo: string) => void): Formula {
  if (typeof valor === 'string') return escribirPartes(separarPartes(valor), nombres, fallo)
  if (Array.isArray(valor)) {
    const items = valor.map((each) => escribirValor(each, nombres, fallo).formula)
    return { formula: `[${items.join('; ')}]`, tipo: 'cualquiera' }
  }
  if (typeof valor === 'object' && valor !== null) {
    const campos = Object.entries(valor).map(
      ([nombre, each]) => [nombre, escribirValor(each, nombres, fallo).formula] as const,
    )
    return { formula: escribirObjeto(campos), tipo: 'cualquiera' }
  }
  const tipo = typeof valor === 'number' ? 'numero' : typeof valor === 'boolean' ? 'logico' : 'cualquiera'
  return { formula: escribirLiteral(valor), tipo }
}

type Escrita = string | Formula

function escribirPartes(
  partes: readonly Parte[],
  nombres: Nombres,
  fallo: (codigo: string) => void,
): Formula {
  return unir(
    partes.map((parte) => escribirParte(parte, nombres, fallo)),
    fallo,
  )
}

function escribirParte(parte: Parte, nombres: Nombres, fallo: (codigo: string) => void): Escrita {
  if (typeof parte === 'string') return parte
  const formula = escribirExpresion(parte.codigo, nombres)
  if (formula === null) fallo(parte.codigo)
  return formula ?? { formula: 'NULO', tipo: 'cualquiera' }
}

function unir(written: readonly Escrita[], fallo: (codigo: string) => void): Formula {
  const [only] = written
  if (written.length === 1 && typeof only === 'object') return only
  const joined = unirPartes(written)
  if (joined === null) fallo('un texto demasiado largo para una fórmula')
  return joined ?? { formula: 'NULO', tipo: 'cualquiera' }
}

/** The value of a text of JSON with what is computed in it, which stands there as JSON where it is not quoted. */
export function escribirJson(text: string, nombres: Nombres, fallo: (codigo: string) => void): Formula {
  let isQuoted = false
  const written = separarPartes(text).map((parte): Escrita => {
    const escrita = escribirParte(parte, nombres, fallo)
    if (typeof escrita === 'string') {
      isQuoted = endsQuoted(escrita, isQuoted)
      return escrita
    }
    if (isQuoted || escrita.tipo === 'texto') return escrita
    const { formula } = escrita
    return { formula: `SI(ES_TEXTO(${formula}); ${formula}; A_JSON(${formula}))`, tipo: 'texto' }
  })
  const [only] = separarPartes(text)
  if (written.length === 1 && typeof only === 'object') {
    const whole = escribirPartes([only], nombres, () => undefined)
    return whole.tipo === 'texto' ? deJson(whole) : whole
  }
  return deJson(unir(written, fallo))
}

function deJson({ formula }: Formula): Formula {
  return { formula: `DE_JSON(${formula})`, tipo: 'cualquiera' }
}

/** Does a text of JSON end within a quoted one? */
function endsQuoted(text: string, begins: boolean): boolean {
  const quotes = text.replace(/\\./gs, '').split('"').length - 1
  return begins !== (quotes % 2 === 1)
}

/** The first of some settings that an expression computes; `filas[].campo` is a field of each row of a list. */
export function findCalculado(parametros: unknown, rutas: readonly string[]): string | undefined {
  return rutas.flatMap((ruta) => textosEn(parametros, ruta)).find((text) => text.startsWith('='))
}

/** What stands there, or what a list of the editor has stored there. */
function textosEn(de: unknown, ruta: string): string[] {
  const [first = '', ...rest] = ruta.split('[].')
  if (rest.length > 0) return leerLista(de, first).flatMap((row) => textosEn(row, rest.join('[].')))
  const valor = leer(de, first)
  return (Array.isArray(valor) ? valor : [valor]).map((each) =>
    typeof each === 'string' ? each : leerTexto(each, 'value'),
  )
}
