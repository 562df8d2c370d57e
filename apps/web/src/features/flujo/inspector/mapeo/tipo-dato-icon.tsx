import type { TipoDato } from '@div/contract'
import {
  IconBinary,
  IconBraces,
  IconBrackets,
  IconCalendar,
  IconClock,
  IconDecimal,
  IconHash,
  IconLetterT,
  IconQuestionMark,
  IconToggleLeft,
} from '@tabler/icons-react'
import { TIPO_DATO_LABELS } from '../../../../shared/tipo-dato/tipo-dato-labels.ts'

const ICONS: Readonly<Record<TipoDato, typeof IconHash>> = {
  texto: IconLetterT,
  entero: IconHash,
  decimal: IconDecimal,
  booleano: IconToggleLeft,
  fecha: IconCalendar,
  fechaHora: IconClock,
  objeto: IconBraces,
  lista: IconBrackets,
  binario: IconBinary,
  cualquiera: IconQuestionMark,
}

/** Of each type of data one icon. */
export function TipoDatoIcon({ tipo }: { tipo: TipoDato }) {
  const Mark = ICONS[tipo]
  return (
    <Mark size={14} stroke={1.75} role="img" aria-label={TIPO_DATO_LABELS[tipo]} style={{ flex: 'none' }} />
  )
}
