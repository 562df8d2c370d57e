import { isNcName } from '../xml-names.ts'

/** The detail of every Fault that the product itself tells. */
export const PROBLEMA = 'Problema'

/** An operation is an element. */
export function isOperacion(operacion: string): boolean {
  return isNcName(operacion) && !/^xml/i.test(operacion)
}

/** What an operation takes in the header of its envelope. */
export const headerName = (operacion: string) => `${operacion}Header`

/** Whether one of these operations has, for its headers, its answer or its errors, an element of this name; `Problema` is there always. */
export function findElementOwner(name: string, operaciones: readonly string[]): string | undefined {
  if (name === PROBLEMA) return PROBLEMA
  return operaciones.find(
    (operacion) =>
      name.startsWith(operacion) && /^(?:Header|Response|Error\d{3})$/.test(name.slice(operacion.length)),
  )
}

/** `Consultar cliente` → `ConsultarCliente`, and a number where it is taken. */
export function suggestOperacion(nombre: string, taken: readonly string[]): string {
  const words = nombre
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  const base = /^[A-Za-z]/.test(words) && isOperacion(words) ? words : `Operacion${words}`
  const isFree = (name: string) => !taken.includes(name) && findElementOwner(name, taken) === undefined
  let operacion = base
  for (let number = 2; !isFree(operacion); number++) operacion = `${base}${number}`
  return operacion
}
