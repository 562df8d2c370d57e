import type { Extremo, VinculoComparado } from '@div/contract'
import { MAX_TEXTO_DE_VALOR } from '@div/contract'

const YES_NO: Readonly<Record<string, string>> = { true: 'Sí', false: 'No' }

/** What stands under a name in one of the two, in a line. */
export function describeExtremo(recurso: VinculoComparado['recurso'], extremo: Extremo | null): string {
  if (extremo === null) return 'Falta'
  const dato = recurso === 'parametros' ? describeValor(extremo) : describeDireccion(extremo)
  return extremo.activo ? dato : `${dato} · desactivado`
}

/** A DIV from before it could be compared does not tell. */
const UNTOLD = 'No lo dice'

function describeValor({ tipo, dato, esSecreto }: Extremo): string {
  if (esSecreto) return 'Secreto'
  if (dato === null) return UNTOLD
  if (dato === '') return 'Vacío'
  if (tipo === 'booleano') return YES_NO[dato] ?? dato
  return dato.length < MAX_TEXTO_DE_VALOR ? dato : `${dato}…`
}

function describeDireccion({ tipo, dato }: Extremo): string {
  return dato ?? (tipo === 'interno' ? 'El propio DIV' : UNTOLD)
}
