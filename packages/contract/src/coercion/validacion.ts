import type { ErrorDeCampo } from '../errors/app-error.ts'
import type { Validacion } from '../flujo.ts'
import { compilePatron } from '../patron.ts'

type Validate = (value: unknown, campo: string, errores: ErrorDeCampo[]) => void
/** Null when the value holds; else what is wrong. */
type Rule = (value: unknown) => string | null

/** The limits of a declared value as one function; null when it has none. */
export function compileValidacion(validacion: Validacion | undefined): Validate | null {
  const rules = validacion ? listRules(validacion) : []
  if (rules.length === 0) return null
  return (value, campo, errores) => {
    for (const rule of rules) {
      const mensaje = rule(value)
      if (mensaje !== null) errores.push({ campo, mensaje })
    }
  }
}

function listRules(validacion: Validacion): Rule[] {
  const { minimo, maximo, largoMinimo, largoMaximo, patron, valores } = validacion
  const rules: Rule[] = []
  if (minimo !== undefined) rules.push((value) => (Number(value) < minimo ? `El mínimo es ${minimo}.` : null))
  if (maximo !== undefined) rules.push((value) => (Number(value) > maximo ? `El máximo es ${maximo}.` : null))
  if (largoMinimo !== undefined) {
    rules.push((value) => (lengthOf(value) < largoMinimo ? `El largo mínimo es ${largoMinimo}.` : null))
  }
  if (largoMaximo !== undefined) {
    rules.push((value) => (lengthOf(value) > largoMaximo ? `El largo máximo es ${largoMaximo}.` : null))
  }
  if (patron !== undefined) {
    const pattern = compilePatron(patron)
    rules.push((value) => (pattern.testExact(String(value)) ? null : `No tiene la forma pedida: ${patron}`))
  }
  if (valores !== undefined) {
    const allowed = new Set<unknown>(valores)
    rules.push((value) => (allowed.has(value) ? null : `Use uno de estos valores: ${valores.join(', ')}.`))
  }
  return rules
}

/** Of a text in code points, of a list in items. */
function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'string' ? [...value].length : 0
}
