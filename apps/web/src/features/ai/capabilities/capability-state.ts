import type {
  AiCapability,
  AiCapabilityResumen,
  ConfirmacionDeCapacidad,
  HerramientaPermitida,
  TipoDeCapacidad,
} from '@div/contract'

type Estado = 'inactiva' | 'sinPublicar' | 'sinPermitir' | 'reservada' | 'publicada'

/** Whether a model elsewhere can use it, and if not, why. */
export function stateOfCapability({
  activo,
  publicado,
  enMcp,
  objetivo: { tipo },
}: Pick<AiCapabilityResumen, 'activo' | 'publicado' | 'enMcp'> & {
  objetivo: { tipo: TipoDeCapacidad }
}): Estado {
  if (!activo) return 'inactiva'
  if (!publicado) return tipo === 'herramienta' ? 'sinPermitir' : 'sinPublicar'
  return enMcp ? 'publicada' : 'reservada'
}

export const ESTADO_LABELS: Readonly<Record<Estado, { label: string; color: string }>> = {
  inactiva: { label: 'Inactiva', color: 'gray' },
  sinPublicar: { label: 'Proceso sin publicar', color: 'yellow' },
  sinPermitir: { label: 'Herramienta sin permitir', color: 'yellow' },
  reservada: { label: 'Solo agentes', color: 'teal' },
  publicada: { label: 'En MCP', color: 'green' },
}

export const TIPO_LABELS: Readonly<Record<TipoDeCapacidad, string>> = {
  proceso: 'Proceso',
  tabla: 'Tabla',
  coleccion: 'Documentos',
  herramienta: 'Herramienta MCP',
}

/** Names that a model can call, of those that others give their tools. */
const MAX_NOMBRE = 64

/** What a tool says of itself fills in what nobody has written yet: whoever stores it has read it. */
export function takeHerramienta(
  { nombre, descripcion }: Pick<AiCapability, 'nombre' | 'descripcion'>,
  herramienta: Pick<HerramientaPermitida, 'nombre' | 'descripcion' | 'escribe'>,
): Pick<AiCapability, 'nombre' | 'descripcion' | 'escribe'> {
  const name = herramienta.nombre
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NOMBRE)
    .replace(/_$/, '')
  return {
    nombre: nombre.trim() || name,
    descripcion: descripcion.trim() || herramienta.descripcion.slice(0, MAX_DESCRIPCION).trim(),
    escribe: herramienta.escribe,
  }
}

const MAX_DESCRIPCION = 2_000

export const CONFIRMACION_LABELS: Readonly<Record<ConfirmacionDeCapacidad, string>> = {
  escribe: 'Si cambia datos',
  siempre: 'Siempre',
  nunca: 'Nunca',
}
