import { z } from 'zod'
import type { Plantilla, Plantillas, Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { escapeDn, escapeFilter } from './escape.ts'

export const filtroSchema = z
  .string()
  .trim()
  .min(3)
  .max(10_000)
  .meta({
    title: 'Filtro',
    description: 'Como en RFC 4515. El valor de cada {parametro} se compara tal cual, sin comodines.',
    examples: ['(&(objectClass=person)(uid={usuario}))'],
  })

export const baseSchema = z
  .string()
  .trim()
  .max(1_000)
  .default('')
  .meta({ title: 'Base', description: 'Vacía: la del servidor. Admite {parametro}.', enCatalogo: true })

export const ALCANCES = { base: 'base', nivel: 'one', arbol: 'sub' } as const

export const alcanceSchema = z
  .enum(['base', 'nivel', 'arbol'])
  .default('arbol')
  .meta({
    title: 'Alcance',
    etiquetas: { base: 'Solo la base', nivel: 'Lo que está justo debajo', arbol: 'Todo lo que está debajo' },
  })

/** A filter in which every value means itself. */
export function compileFiltro(plantillas: Plantillas, text: string): (valores: Valores) => string {
  checkFiltro(text)
  const plantilla = plantillas.compile('objeto.filtro', text)
  return (valores) => plantilla.write(valores, escapeFilter)
}

/** A distinguished name in which every value is a part of one of its names, or, where it is a parameter alone, the whole of it. */
export function compileDn(plantillas: Plantillas, campo: string, text: string): (valores: Valores) => string {
  const plantilla: Plantilla = plantillas.compile(campo, text)
  const isWhole = /^\{[^{}]+\}$/.test(text)
  return (valores) => (isWhole ? plantilla.write(valores) : plantilla.write(valores, escapeDn))
}

/** Parentheses that belong to a value are escaped, so that those which stand are pairs. */
function checkFiltro(text: string): void {
  let depth = 0
  const isWhole = [...text].every((character, index) => {
    if (character === '(') depth++
    if (character === ')') depth--
    return depth > 0 || (depth === 0 && index === text.length - 1)
  })
  if (!isWhole || depth !== 0)
    throw refuse(
      'objeto.filtro',
      'Escriba el filtro entre paréntesis, cada uno con su pareja: (uid={usuario}).',
    )
}
