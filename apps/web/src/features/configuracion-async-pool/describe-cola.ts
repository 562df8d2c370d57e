import type { NodoDelCluster, PoolAsincrono } from '@div/contract'
import { describeMs, type MetricStatus } from '@div/ui'
import type { AjusteAsincrono } from './pool-asincrono-api.ts'

const HOUR_MS = 3_600_000

type Avisos = Pick<PoolAsincrono['cola'], 'avisosReintentados' | 'avisosFallidos'>

/** What the number of those that are still to be told does not say. */
export function describeAvisos({ avisosReintentados: again, avisosFallidos: failed }: Avisos): string {
  const retried = again === 1 ? '1 falló y se reintenta' : `${again} fallaron y se reintentan`
  const givenUp = failed === 1 ? '1 fallido' : `${failed} fallidos`
  return ['Pendientes', ...(again === 0 ? [] : [retried]), givenUp].join('; ')
}

/** What a setting that is a time comes to; null: it is none. */
export function describeTiempo(name: AjusteAsincrono, value: number): string | null {
  if (name.endsWith('Ms')) return describeMs(value)
  return name.endsWith('Horas') ? describeMs(value * HOUR_MS) : null
}

/** Which nodes that run things take nothing from the queue because somebody asked them not to; null: none. */
export function describeDrenados(
  nodos: readonly Pick<NodoDelCluster, 'equipo' | 'rol' | 'estado'>[],
): string | null {
  const motores = nodos.filter(({ rol, estado }) => rol !== 'api' && estado !== 'perdido')
  const drenados = motores.filter(({ estado }) => estado === 'drenando')
  if (drenados.length === 0) return null
  const nombres = new Intl.ListFormat('es').format(drenados.map(({ equipo }) => equipo))
  const told =
    drenados.length === 1
      ? `El nodo ${nombres} está drenado: no toma nada de la cola.`
      : `Los nodos ${nombres} están drenados: no toman nada de la cola.`
  return drenados.length < motores.length
    ? told
    : `${told} Ningún otro puede tomarlo: lo que espera sigue esperando.`
}

/** Of so many that failed; undefined: not known yet. */
export function statusOfFailures(count: number | undefined): MetricStatus {
  if (count === undefined) return 'neutral'
  return count === 0 ? 'healthy' : 'warning'
}
