import {
  type AjustesDeAsistente,
  ajustesDeAsistenteSchema,
  type ConfiguracionDeAsistente,
} from '@div/contract'
import { useQueryClient } from '@tanstack/react-query'
import { fieldsOf } from '../../shared/form/fields-of.ts'
import { type ResourceForm, UNICO, useResourceForm } from '../../shared/form/use-resource-form.ts'

export const ASISTENTE_FIELDS = fieldsOf(ajustesDeAsistenteSchema)
export type AsistenteForm = ResourceForm<ConfiguracionDeAsistente, AjustesDeAsistente>

export function useAsistenteForm(onStored: () => void): AsistenteForm {
  const queries = useQueryClient()
  return useResourceForm<ConfiguracionDeAsistente, AjustesDeAsistente>({
    resource: 'ai/asistente/configuracion',
    id: UNICO,
    schema: ajustesDeAsistenteSchema,
    initial: { servidorId: null, modelo: '' },
    toDraft: toAsistente,
    onStored: () => {
      // Both are in one row: the other form goes on from its new revision.
      void queries.invalidateQueries({ queryKey: ['configuracion'] })
      void queries.invalidateQueries({ queryKey: ['ai', 'asistente'] })
      onStored()
    },
  })
}

export function toAsistente({ ajustes }: Pick<ConfiguracionDeAsistente, 'ajustes'>): AjustesDeAsistente {
  return ajustes
}
