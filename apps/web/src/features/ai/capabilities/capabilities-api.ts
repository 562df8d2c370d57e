import {
  type AiCapability,
  type AiCapabilityGuardada,
  type AiCapabilityResumen,
  aiCapabilitySchema,
  type ObjetivoDeCapacidad,
  ROLES,
  type TipoDeCapacidad,
} from '@div/contract'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import type { ListData } from '../../../shared/list/list-data.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'

const RESOURCE = 'ai-capabilities'

/** Where each kind begins: nothing may be chosen yet. */
export const NUEVOS: { readonly [Tipo in TipoDeCapacidad]: Extract<ObjetivoDeCapacidad, { tipo: Tipo }> } = {
  proceso: { tipo: 'proceso', procesoId: '' },
  tabla: { tipo: 'tabla', tablaId: '', claves: [], columnas: [], limite: 20 },
  coleccion: { tipo: 'coleccion', coleccionId: '', limite: 5 },
  herramienta: { tipo: 'herramienta', servidorId: '', herramienta: '' },
}

const NEW: AiCapability = {
  nombre: '',
  descripcion: '',
  objetivo: NUEVOS.proceso,
  escribe: true,
  confirmacion: 'escribe',
  roles: [...ROLES],
  porMinuto: 60,
  enMcp: true,
  activo: true,
}

export type CapabilityForm = ResourceForm<AiCapabilityGuardada, AiCapability>

/** What the fields of one kind are given. */
export interface ObjetivoFieldsProps<Tipo extends TipoDeCapacidad> {
  form: CapabilityForm
  mayChange: boolean
  objetivo: Extract<ObjetivoDeCapacidad, { tipo: Tipo }>
}

export function useCapabilities(query: Readonly<Record<string, string>>): ListData<AiCapabilityResumen> {
  return usePagedList<AiCapabilityResumen>(RESOURCE, query)
}

export function useCapabilityForm(
  id: string | null,
  onStored: (stored: AiCapabilityGuardada) => void,
): CapabilityForm {
  return useResourceForm<AiCapabilityGuardada, AiCapability>({
    resource: RESOURCE,
    id,
    schema: aiCapabilitySchema,
    initial: NEW,
    toDraft: toCapabilityDraft,
    onStored,
  })
}

export function toCapabilityDraft(stored: AiCapabilityGuardada): AiCapability {
  const { nombre, descripcion, objetivo, escribe, confirmacion, roles, porMinuto, enMcp, activo } = stored
  return { nombre, descripcion, objetivo, escribe, confirmacion, roles, porMinuto, enMcp, activo }
}
