import type { EstadoProceso, ProcesoResumen } from '@div/contract'

export function estadoOfProceso({
  versionPublicada,
  conCambios,
}: Pick<ProcesoResumen, 'versionPublicada' | 'conCambios'>): EstadoProceso {
  if (versionPublicada === null) return 'sin-publicar'
  return conCambios ? 'con-cambios' : 'publicado'
}

export const ESTADO_PROCESO_LABELS: Readonly<Record<EstadoProceso, string>> = {
  'sin-publicar': 'Sin publicar',
  'con-cambios': 'Con cambios',
  publicado: 'Publicado',
}

/** `Versión 3 · con cambios` */
export function describeEstado(proceso: Pick<ProcesoResumen, 'versionPublicada' | 'conCambios'>): string {
  const { versionPublicada } = proceso
  if (versionPublicada === null) return ESTADO_PROCESO_LABELS['sin-publicar']
  const suffix = estadoOfProceso(proceso) === 'con-cambios' ? ' · con cambios' : ''
  return `Versión ${versionPublicada}${suffix}`
}
