import { writeLiteral, writeObjeto } from '@div/contract'
import type { Formula } from '../expresion/formula.ts'
import { joinPartes, type Nombres, writeExpresion } from '../expresion/write-expresion.ts'
import { read, readLista, readTexto } from '../read.ts'

/** A text of a field: what stands between `{{` and `}}` is computed, where the field begins with `=`. */
export type Parte = string | { codigo: string }

const CODE = /\{\{([\s\S]*?)\}\}/g

export function splitPartes(text: string): Parte[] {
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
export function writeValor(valor: unknown, nombres: Nombres, fallo: (codigo: string) => void): Formula {
  if (typeof valor === 'string') return writePartes(splitPartes(valor), nombres, fallo)
  if (Array.isArray(valor)) {
    const items = valor.map((each) => writeValor(each, nombres, fallo).formula)
    return { formula: `[${items.join('; ')}]`, tipo: 'cualquiera' }
  }
  if (typeof valor === 'object' && valor !== null) {
    const campos = Object.entries(valor).map(
      ([nombre, each]) => [nombre, writeValor(each, nombres, fallo).formula] as const,
    )
    return { formula: writeObjeto(campos), tipo: 'cualquiera' }
  }
  const tipo = typeof valor === 'number' ? 'numero' : typeof valor === 'boolean' ? 'logico' : 'cualquiera'
  return { formula: writeLiteral(valor), tipo }
}

type Escrita = string | Formula

function writePartes(partes: readonly Parte[], nombres: Nombres, fallo: (codigo: string) => void): Formula {
  return join(
    partes.map((parte) => writeParte(parte, nombres, fallo)),
    fallo,
  )
}

function writeParte(parte: Parte, nombres: Nombres, fallo: (codigo: string) => void): Escrita {
  if (typeof parte === 'string') return parte
  const formula = writeExpresion(parte.codigo, nombres)
  if (formula === null) fallo(parte.codigo)
  return formula ?? { formula: 'NULO', tipo: 'cualquiera' }
}

function join(written: readonly Escrita[], fallo: (codigo: string) => void): Formula {
  const [only] = written
  if (written.length === 1 && typeof only === 'object') return only
  const joined = joinPartes(written)
  if (joined === null) fallo('un texto demasiado largo para una fórmula')
  return joined ?? { formula: 'NULO', tipo: 'cualquiera' }
}

/** The value of a text of JSON with what is computed in it, which stands there as JSON where it is not quoted. */
export function writeJson(text: string, nombres: Nombres, fallo: (codigo: string) => void): Formula {
  let isQuoted = false
  const written = splitPartes(text).map((parte): Escrita => {
    const escrita = writeParte(parte, nombres, fallo)
    if (typeof escrita === 'string') {
      isQuoted = endsQuoted(escrita, isQuoted)
      return escrita
    }
    if (isQuoted || escrita.tipo === 'texto') return escrita
    const { formula } = escrita
    return { formula: `SI(ES_TEXTO(${formula}); ${formula}; A_JSON(${formula}))`, tipo: 'texto' }
  })
  const [only] = splitPartes(text)
  if (written.length === 1 && typeof only === 'object') {
    const whole = writePartes([only], nombres, () => undefined)
    return whole.tipo === 'texto' ? fromJson(whole) : whole
  }
  return fromJson(join(written, fallo))
}

function fromJson({ formula }: Formula): Formula {
  return { formula: `DE_JSON(${formula})`, tipo: 'cualquiera' }
}

/** Does a text of JSON end within a quoted one? */
function endsQuoted(text: string, begins: boolean): boolean {
  const quotes = text.replace(/\\./gs, '').split('"').length - 1
  return begins !== (quotes % 2 === 1)
}

/** The first of some settings that an expression computes; `filas[].campo` is a field of each row of a list. */
export function findCalculado(parametros: unknown, rutas: readonly string[]): string | undefined {
  return rutas.flatMap((ruta) => textosIn(parametros, ruta)).find((text) => text.startsWith('='))
}

/** What stands there, or what a list of the editor has stored there. */
function textosIn(de: unknown, ruta: string): string[] {
  const [first = '', ...rest] = ruta.split('[].')
  if (rest.length > 0) return readLista(de, first).flatMap((row) => textosIn(row, rest.join('[].')))
  const valor = read(de, first)
  return (Array.isArray(valor) ? valor : [valor]).map((each) =>
    typeof each === 'string' ? each : readTexto(each, 'value'),
  )
}
