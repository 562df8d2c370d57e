import { compileCoercion, type ErrorDeCampo, type Parametro, type TipoDato } from '@div/contract'
import type { Scope } from './node-definition.ts'

/** Neither referred to nor computed: what a form was given, a text as likely as not. */
export function isLiteral({ valorAsignado, expresion }: Parametro): boolean {
  return valorAsignado === undefined && expresion === undefined
}

/** A literal as the declared type of its parameter; one that cannot be of it is a finding at `campo`. */
export function readLiteral(
  { nombre, tipo }: Parametro,
  literal: unknown,
  campo: string,
  scope: Pick<Scope, 'finding'>,
): unknown {
  if (tipo === undefined) return literal ?? null
  const errores: ErrorDeCampo[] = []
  // Its declared fields only describe it: nothing holds what a node puts out to them.
  const value = compileCoercion({ nombre, tipo })(literal, campo, errores)
  for (const error of errores) scope.finding(error.campo, sayLiteral(tipo, literal, error.mensaje))
  return value
}

const MAX_SHOWN = 60

export function sayLiteral(tipo: TipoDato = 'cualquiera', literal: unknown, mensaje: string): string {
  const text = typeof literal === 'string' ? `«${literal}»` : JSON.stringify(literal)
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return `Se declara ${tipo} y el valor es ${shown}. ${mensaje}`
}
