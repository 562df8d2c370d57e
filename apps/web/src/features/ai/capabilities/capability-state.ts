import type { AiCapabilityResumen, ConfirmacionDeCapacidad, TipoDeCapacidad } from '@div/contract'

type Estado = 'inactiva' | 'sinPublicar' | 'reservada' | 'publicada'

/** Whether a model elsewhere can use it, and if not, why. */
export function stateOfCapability({
  activo,
  publicado,
  enMcp,
}: Pick<AiCapabilityResumen, 'activo' | 'publicado' | 'enMcp'>): Estado {
  if (!activo) return 'inactiva'
  if (!publicado) return 'sinPublicar'
  return enMcp ? 'publicada' : 'reservada'
}

export const ESTADO_LABELS: Readonly<Record<Estado, { label: string; color: string }>> = {
  inactiva: { label: 'Inactiva', color: 'gray' },
  sinPublicar: { label: 'Proceso sin publicar', color: 'yellow' },
  reservada: { label: 'Solo agentes', color: 'teal' },
  publicada: { label: 'En MCP', color: 'green' },
}

export const TIPO_LABELS: Readonly<Record<TipoDeCapacidad, string>> = {
  proceso: 'Proceso',
  tabla: 'Tabla',
  coleccion: 'Documentos',
}

export const CONFIRMACION_LABELS: Readonly<Record<ConfirmacionDeCapacidad, string>> = {
  escribe: 'Si cambia datos',
  siempre: 'Siempre',
  nunca: 'Nunca',
}
