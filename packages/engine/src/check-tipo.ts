import { compileCoercion, type ErrorDeCampo, type Parametro, type TipoDato } from '@div/contract'
import type { Scope } from './node-definition.ts'

/** What a declared type takes as it is, beside itself. */
const ALSO_TAKES: Partial<Record<TipoDato, readonly TipoDato[]>> = { decimal: ['entero'] }

/** Types of which some value can be converted to the declared one. */
const CONVERTIBLE: Readonly<Record<TipoDato, readonly TipoDato[]>> = {
  texto: ['entero', 'decimal', 'booleano', 'fecha', 'fechaHora', 'binario'],
  entero: ['texto', 'decimal'],
  decimal: ['texto', 'entero'],
  booleano: ['texto', 'entero', 'decimal'],
  fecha: ['texto', 'fechaHora'],
  fechaHora: ['texto', 'fecha'],
  objeto: ['texto'],
  lista: ['texto'],
  binario: ['texto'],
  cualquiera: [],
}

/** Nothing converts what a node puts out: a type that does not fit goes on as it is, which is said before it runs. */
export function checkTipo(
  declared: TipoDato | undefined,
  given: TipoDato,
  place: string,
  scope: Scope,
): void {
  if (declared === undefined || declared === 'cualquiera' || given === 'cualquiera' || declared === given)
    return
  if (ALSO_TAKES[declared]?.includes(given)) return
  // A driver has conversions of its own for what a call is given.
  if (scope.nodo.tipo === 'proceso' || CONVERTIBLE[declared].includes(given)) {
    scope.finding(
      place,
      `Se declara ${declared} y recibe ${given}: al ejecutar pasa como ${given}, sin convertirse. Añada una conversión.`,
      'aviso',
    )
  } else {
    scope.finding(
      place,
      `Se declara ${declared} y recibe ${given}, que no se puede convertir en ${declared}.`,
    )
  }
}

/** The literals of a parameter, its default included, that cannot be of its type. */
export function checkLiterals(parametro: Parametro, place: string, scope: Scope): void {
  const { nombre, tipo, valor, valorAsignado, expresion, defecto } = parametro
  // Its declared fields only describe it: nothing holds what a node puts out to them.
  const coerce = compileCoercion({ nombre, tipo })
  const check = (literal: unknown, field: string) => {
    const errores: ErrorDeCampo[] = []
    coerce(literal, `${place}.${field}`, errores)
    for (const error of errores) scope.finding(error.campo, sayLiteral(tipo, literal, error.mensaje))
  }
  if (expresion === undefined && valorAsignado === undefined) check(valor, 'valor')
  check(defecto, 'defecto')
}

const MAX_SHOWN = 60

export function sayLiteral(tipo: TipoDato = 'cualquiera', literal: unknown, mensaje: string): string {
  const text = typeof literal === 'string' ? `«${literal}»` : JSON.stringify(literal)
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return `Se declara ${tipo} y el valor es ${shown}. ${mensaje}`
}
