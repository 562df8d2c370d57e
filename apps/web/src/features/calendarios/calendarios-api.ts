import type { CalendarioGuardado, CalendarioResumen, Festivo } from '@div/contract'
import { calendarioSchema } from '@div/contract'
import { fieldsOf } from '../../shared/form/fields-of.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'

const RESOURCE = 'calendarios'

export interface CalendarioDraft {
  nombre: string
  descripcion: string
  finDeSemana: boolean
  festivos: Festivo[]
}
export const CALENDARIO_FIELDS = fieldsOf(calendarioSchema)

const NEW: CalendarioDraft = { nombre: '', descripcion: '', finDeSemana: false, festivos: [] }

export function useCalendarios(query: Readonly<Record<string, string>>): ListData<CalendarioResumen> {
  return usePagedList<CalendarioResumen>(RESOURCE, query)
}

export function useCalendarioForm(
  id: string | null,
  onStored: (stored: CalendarioGuardado) => void,
): ResourceForm<CalendarioGuardado, CalendarioDraft> {
  return useResourceForm<CalendarioGuardado, CalendarioDraft>({
    resource: RESOURCE,
    id,
    schema: calendarioSchema,
    initial: NEW,
    toDraft: toCalendarioDraft,
    onStored,
  })
}

export function toCalendarioDraft({
  nombre,
  descripcion,
  finDeSemana,
  festivos,
}: CalendarioGuardado): CalendarioDraft {
  return { nombre, descripcion, finDeSemana, festivos }
}
