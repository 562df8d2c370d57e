import type { Ambito, Periodo, PresupuestoResumen } from '@div/contract'

type Estado = 'inactivo' | 'agotado' | 'rechazo' | 'alto' | 'noAlcanza' | 'normal'

const HIGH_PERCENT = 80
const WHOLE_PERCENT = 100

/** How much of it is spent, in percent; of one of nothing, all. */
export function percentOf({ gastado, importe }: Pick<PresupuestoResumen, 'gastado' | 'importe'>): number {
  const whole = Number(importe)
  return whole === 0 ? WHOLE_PERCENT : (Number(gastado) / whole) * WHOLE_PERCENT
}

export function stateOfPresupuesto(
  presupuesto: Pick<PresupuestoResumen, 'activo' | 'gastado' | 'importe' | 'previsto' | 'rechazos'>,
): Estado {
  const { activo, importe, previsto, rechazos } = presupuesto
  const percent = percentOf(presupuesto)
  if (!activo) return 'inactivo'
  if (percent >= WHOLE_PERCENT) return 'agotado'
  // One call may be too large for what is left, however much that is.
  if (rechazos > 0) return 'rechazo'
  if (percent >= HIGH_PERCENT) return 'alto'
  return Number(previsto) > Number(importe) ? 'noAlcanza' : 'normal'
}

export const ESTADO_LABELS: Readonly<Record<Estado, { label: string; color: string }>> = {
  inactivo: { label: 'Inactivo', color: 'gray' },
  agotado: { label: 'Agotado', color: 'red' },
  rechazo: { label: 'Rechazó llamadas', color: 'red' },
  alto: { label: 'Queda poco', color: 'yellow' },
  noAlcanza: { label: 'No alcanzará', color: 'yellow' },
  normal: { label: 'Normal', color: 'green' },
}

export const AMBITO_LABELS: Readonly<Record<Ambito, string>> = {
  todos: 'Todos',
  role: 'Un rol',
  usuario: 'Un usuario',
  agente: 'Un agente',
  proceso: 'Un proceso',
}

export const PERIODO_LABELS: Readonly<Record<Periodo, string>> = {
  dia: 'Día',
  semana: 'Semana',
  mes: 'Mes',
  trimestre: 'Trimestre',
  anio: 'Año',
}
