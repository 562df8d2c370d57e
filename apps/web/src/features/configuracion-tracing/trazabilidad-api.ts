import {
  type AjustesTrazas,
  ajustesTrazasSchema,
  type NivelTraza,
  type Trazabilidad,
  toFormSchema,
} from '@div/contract'
import type { FormSchema } from '@div/ui'
import { type ResourceForm, UNICO, useResourceForm } from '../../shared/form/use-resource-form.ts'

/** As the form draws them. */
export const TRAZAS_FIELDS: FormSchema = toFormSchema(ajustesTrazasSchema)

export type TrazabilidadForm = ResourceForm<Trazabilidad, AjustesTrazas>

export function useTrazabilidadForm(onStored: () => void): TrazabilidadForm {
  return useResourceForm<Trazabilidad, AjustesTrazas>({
    resource: 'trazabilidad',
    id: UNICO,
    schema: ajustesTrazasSchema,
    initial: ajustesTrazasSchema.parse({}),
    toDraft: toAjustes,
    onStored,
  })
}

export function toAjustes({ ajustes }: Pick<Trazabilidad, 'ajustes'>): AjustesTrazas {
  return ajustes
}

export const NIVELES: readonly { value: NivelTraza; label: string }[] = [
  { value: 'todo', label: 'Todas las ejecuciones' },
  { value: 'muestreo', label: 'Las que fallan y una parte de las demás' },
  { value: 'errores', label: 'Solo las que fallan' },
  { value: 'nada', label: 'Ninguna' },
]
