import type { OpcionesEdi } from './edi.ts'

export interface Signos {
  terminador: string
  elementos: string
  /** Empty: there is none. */
  componentes: string
  liberador: string
}

const EDIFACT: Signos = { terminador: "'", elementos: '+', componentes: ':', liberador: '?' }
const X12: Signos = { terminador: '~', elementos: '*', componentes: ':', liberador: '' }

export function signosOf({ norma, terminador, elementos, componentes, liberador }: OpcionesEdi): Signos {
  if (norma === 'edifact') return EDIFACT
  return norma === 'x12' ? X12 : { terminador, elementos, componentes, liberador }
}

/** UNA and the six signs behind it (ISO 9735, 8). */
const UNA_LENGTH = 9
/** The header of an interchange of X12 is of a fixed length: its last two characters are signs. */
export const ISA_LENGTH = 106

export const unaOf = ({ componentes, elementos, liberador, terminador }: Signos) =>
  `UNA${componentes}${elementos}.${liberador} ${terminador}`

/** The signs that a document declares of itself; null: none. `length` is what of it is no segment. */
export function declaredSignos(start: string): { signos: Signos; length: number } | null {
  if (/^UNA/.test(start) && start.length >= UNA_LENGTH) {
    const [componentes = '', elementos = '', , liberador = '', , terminador = ''] = start.slice(3, UNA_LENGTH)
    return {
      signos: { componentes, elementos, liberador: liberador === ' ' ? '' : liberador, terminador },
      length: UNA_LENGTH,
    }
  }
  if (/^ISA[^\p{L}\p{N}\s]/u.test(start) && start.length >= ISA_LENGTH)
    return {
      signos: {
        elementos: start.charAt(3),
        componentes: start.charAt(ISA_LENGTH - 2),
        terminador: start.charAt(ISA_LENGTH - 1),
        liberador: '',
      },
      length: 0,
    }
  return null
}
