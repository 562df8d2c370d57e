import type { Calendario, Tarea } from '@div/contract'
import { createFestivos } from './festivos.ts'
import type { Horario } from './horas.ts'

/** The schedule of a tarea with the calendario that it names; null: it names none. */
export function horarioOf(
  { cron, zonaHoraria, enFestivo }: Pick<Tarea, 'cron' | 'zonaHoraria' | 'enFestivo'>,
  calendario: Pick<Calendario, 'finDeSemana' | 'festivos'> | null,
): Horario {
  return {
    cron,
    zonaHoraria,
    ...(calendario && { festivos: { nombrar: createFestivos(calendario), enFestivo } }),
  }
}
