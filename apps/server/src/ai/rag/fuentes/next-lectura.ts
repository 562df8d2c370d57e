import type { ErrorDeCampo, FuenteDeRag } from '@div/contract'
import { checkCron, nextFirings } from '../../../motor/scheduler/cron.ts'

type Cuando = Pick<FuenteDeRag, 'cadaMinutos' | 'cron' | 'zonaHoraria'>

/** Nobody else's server is asked more often. */
const MIN_MINUTOS = 5
const MINUTO_MS = 60_000
/** Hours of a schedule that are looked at for two that stand too near. */
const LOOKED_AT = 50

/** When a source is read next by itself; null: when somebody asks for it. */
export function nextLectura({ cadaMinutos, cron, zonaHoraria }: Cuando, now: Date): Date | null {
  if (cron !== '') return nextFirings({ cron, zonaHoraria }, { count: 1, from: now })[0] ?? null
  return cadaMinutos === null ? null : new Date(now.getTime() + cadaMinutos * MINUTO_MS)
}

/** What keeps it from being read by itself as it says. */
export function checkCuando({ cadaMinutos, cron, zonaHoraria }: Cuando, now: Date): ErrorDeCampo[] {
  if (cron === '') return []
  if (cadaMinutos !== null) return [{ campo: 'cron', mensaje: 'Elija: cada tantos minutos, o a sus horas.' }]
  const errores = checkCron({ cron, zonaHoraria })
  if (errores.length > 0) return errores
  const horas = nextFirings({ cron, zonaHoraria }, { count: LOOKED_AT, from: now })
  const isTooOften = horas.some(
    (hora, index) => hora.getTime() - (horas[index - 1]?.getTime() ?? -Infinity) < MIN_MINUTOS * MINUTO_MS,
  )
  return isTooOften
    ? [{ campo: 'cron', mensaje: `Entre dos lecturas deben pasar ${MIN_MINUTOS} minutos al menos.` }]
    : []
}
