import { escribirExpresion, type Nombres, unirPartes } from '../expresion/escribir.ts'
import { escribirLiteral, escribirObjeto, type Formula } from '../expresion/formula.ts'

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

function escribirPartes(
  partes: readonly Parte[],
  nombres: Nombres,
  fallo: (codigo: string) => void,
): Formula {
  const written = partes.map((parte) => {
    if (typeof parte === 'string') return parte
    const formula = escribirExpresion(parte.codigo, nombres)
    if (formula === null) fallo(parte.codigo)
    return formula ?? { formula: 'NULO', tipo: 'cualquiera' as const }
  })
  const [only] = written
  if (written.length === 1 && typeof only === 'object') return only
  const joined = unirPartes(written)
  if (joined === null) fallo('un texto demasiado largo para una fórmula')
  return joined ?? { formula: 'NULO', tipo: 'cualquiera' }
}
