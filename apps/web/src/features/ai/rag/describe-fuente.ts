import type { CuentasDeFuente, EstadoDeFuente, FuenteDeRag } from '@div/contract'
import { describeCron } from '../../../shared/cron/describe-cron.ts'

export const ESTADOS: Readonly<Record<EstadoDeFuente, { label: string; color: string }>> = {
  pendiente: { label: 'En espera', color: 'gray' },
  leyendo: { label: 'Leyendo', color: 'blue' },
  ok: { label: 'Leída', color: 'green' },
  error: { label: 'Con error', color: 'red' },
}

export function describeOrigen(origen: FuenteDeRag['origen']): string {
  if (origen.tipo === 'consulta') return 'Consulta a una base de datos'
  const { length } = origen.direcciones
  return length === 1 ? '1 página web' : `${length.toLocaleString('es')} páginas web`
}

const MINUTES_OF = { día: 1_440, hora: 60 } as const

/** In the largest whole unit. */
function describeCada(minutos: number | null): string {
  if (minutos === null) return 'Cuando se pida'
  for (const [unit, size] of Object.entries(MINUTES_OF)) {
    if (minutos % size !== 0) continue
    const count = minutos / size
    return count === 1 ? `Cada ${unit}` : `Cada ${count} ${unit}s`
  }
  return `Cada ${minutos} minutos`
}

/** When it is read: `De lunes a viernes, a las 08:00 (Europe/Madrid)`. */
export function describeCuando({
  cadaMinutos,
  cron,
  zonaHoraria,
}: Pick<FuenteDeRag, 'cadaMinutos' | 'cron' | 'zonaHoraria'>): string {
  return cron === '' ? describeCada(cadaMinutos) : `${describeCron(cron) ?? cron} (${zonaHoraria})`
}

/** What the last reading came to; nothing where it changed nothing and found nothing. */
export function describeCuentas({ nuevos, cambiados, iguales, quitados }: CuentasDeFuente): string {
  const parts = [
    [nuevos, 'nuevo', 'nuevos'],
    [cambiados, 'cambiado', 'cambiados'],
    [iguales, 'igual', 'iguales'],
    [quitados, 'quitado', 'quitados'],
  ] as const
  const said = parts.filter(([count]) => count > 0)
  if (said.length === 0) return 'Ningún documento'
  return said
    .map(([count, one, many]) => `${count.toLocaleString('es')} ${count === 1 ? one : many}`)
    .join(', ')
}
