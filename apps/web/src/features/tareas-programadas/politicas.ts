import type { Tarea } from '@div/contract'

interface Opcion<Value> {
  value: Value
  label: string
  /** What it comes to. */
  text: string
}

/** What happens when the run before has not ended. */
export const SOLAPAMIENTOS: readonly Opcion<Tarea['solapamiento']>[] = [
  { value: 'omitir', label: 'Omitir', text: 'Esa hora se salta: nunca hay dos a la vez.' },
  { value: 'encolar', label: 'Encolar', text: 'Espera y empieza cuando termina la anterior.' },
  { value: 'permitir', label: 'Permitir', text: 'Empieza igualmente: puede haber varias a la vez.' },
  {
    value: 'cancelarAnterior',
    label: 'Cancelar la anterior',
    text: 'La anterior se cancela y empieza la nueva.',
  },
]

/** No event that came is left out. */
export const SOLAPAMIENTOS_DE_EVENTO = SOLAPAMIENTOS.filter(
  ({ value }) => value === 'permitir' || value === 'encolar',
)

/** What happens on days on which nobody works. */
export const FESTIVOS: readonly Opcion<Tarea['enFestivo']>[] = [
  { value: 'omitir', label: 'Omitir', text: 'Ese día se salta, y en los disparos dice por qué.' },
  {
    value: 'siguienteHabil',
    label: 'El siguiente día hábil',
    text: 'Se dispara a la misma hora del primer día que no es festivo, una sola vez.',
  },
]

/** What happens with hours that passed while the product was stopped. */
export const PERDIDAS: readonly Opcion<Tarea['alPerder']>[] = [
  { value: 'omitir', label: 'Omitir', text: 'Lo perdido no se recupera: se espera a la próxima hora.' },
  { value: 'ultima', label: 'Solo la última', text: 'Se recupera una vez, por la última hora perdida.' },
  { value: 'todas', label: 'Todas', text: 'Se recupera una vez por cada hora perdida, en su orden.' },
]
