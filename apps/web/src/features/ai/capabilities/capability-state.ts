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
  sinPublicar: { label: 'Publique su proceso', color: 'yellow' },
  sinPermitir: { label: 'Permita su herramienta', color: 'yellow' },
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

type Dicha = Pick<HerramientaPermitida, 'nombre' | 'descripcion'>

type Escrita = Pick<AiCapability, 'nombre' | 'descripcion'>

/** What the tool says of itself, where nobody wrote anything else: what `antes` said of itself is nobody's word. */
export function takeHerramienta(
  draft: Escrita,
  herramienta: Dicha & Pick<HerramientaPermitida, 'escribe'>,
  antes?: Dicha,
): Pick<AiCapability, 'nombre' | 'descripcion' | 'escribe'> {
  const { nombre, descripcion } = leaveHerramienta(draft, antes)
  return {
    nombre: nombre.trim() === '' ? nameOf(herramienta) : nombre,
    descripcion: descripcion.trim() === '' ? descripcionOf(herramienta) : descripcion,
    escribe: herramienta.escribe,
  }
}

/** What somebody wrote: what the tool said of itself goes with it. */
export function leaveHerramienta({ nombre, descripcion }: Escrita, antes: Dicha | undefined): Escrita {
  return {
    nombre: antes && nombre === nameOf(antes) ? '' : nombre,
    descripcion: antes && descripcion === descripcionOf(antes) ? '' : descripcion,
  }
}

const nameOf = ({ nombre }: Dicha) =>
  nombre
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NOMBRE)
    .replace(/_$/, '')

const descripcionOf = ({ descripcion }: Dicha) => descripcion.slice(0, MAX_DESCRIPCION).trim()

const MAX_DESCRIPCION = 2_000

export const CONFIRMACION_LABELS: Readonly<Record<ConfirmacionDeCapacidad, string>> = {
  escribe: 'Si cambia datos',
  siempre: 'Siempre',
  nunca: 'Nunca',
}
