import {
  type AiCapability,
  type AiCapabilityGuardada,
  type AiCapabilityResumen,
  aiCapabilitySchema,
} from '@div/contract'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import type { ListData } from '../../../shared/list/list-data.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'

const RESOURCE = 'ai-capabilities'

/** As it is written: no proceso may be chosen yet. */
export type CapabilityDraft = Omit<AiCapability, 'objetivo'> & {
  objetivo: { tipo: 'proceso'; procesoId: string }
}

const NEW: CapabilityDraft = {
  nombre: '',
  descripcion: '',
  objetivo: { tipo: 'proceso', procesoId: '' },
  escribe: true,
  porMinuto: 60,
  enMcp: true,
  activo: true,
}

export function useCapabilities(query: Readonly<Record<string, string>>): ListData<AiCapabilityResumen> {
  return usePagedList<AiCapabilityResumen>(RESOURCE, query)
}

export function useCapabilityForm(
  id: string | null,
  onStored: (stored: AiCapabilityGuardada) => void,
): ResourceForm<AiCapabilityGuardada, CapabilityDraft> {
  return useResourceForm<AiCapabilityGuardada, CapabilityDraft>({
    resource: RESOURCE,
    id,
    schema: aiCapabilitySchema,
    initial: NEW,
    toDraft: toCapabilityDraft,
    onStored,
  })
}

export function toCapabilityDraft(stored: AiCapabilityGuardada): CapabilityDraft {
  const { nombre, descripcion, objetivo, escribe, porMinuto, enMcp, activo } = stored
  return { nombre, descripcion, objetivo, escribe, porMinuto, enMcp, activo }
}
