import type { PoolAsincrono } from '@div/contract'
import type { MetricStatus } from '@div/ui'

type Avisos = Pick<PoolAsincrono['cola'], 'avisosReintentados' | 'avisosFallidos'>

/** What the number of those that are still to be told does not say. */
export function describeAvisos({ avisosReintentados: again, avisosFallidos: failed }: Avisos): string {
  const retried = again === 1 ? '1 falló y se reintenta' : `${again} fallaron y se reintentan`
  const givenUp = failed === 1 ? '1 fallido' : `${failed} fallidos`
  return ['Pendientes', ...(again === 0 ? [] : [retried]), givenUp].join('; ')
}

/** Of so many that failed; undefined: not known yet. */
export function statusOfFailures(count: number | undefined): MetricStatus {
  if (count === undefined) return 'neutral'
  return count === 0 ? 'healthy' : 'warning'
}
