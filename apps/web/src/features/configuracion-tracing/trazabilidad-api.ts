import {
  type AjustesTrazas,
  ajustesDeTrazabilidadSchema,
  type ErrorDeCampo,
  type NivelTraza,
  type PruebaDeExportacion,
  type Trazabilidad,
  toFormSchema,
} from '@div/contract'
import { type FormSchema, isRecord } from '@div/ui'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { callApi } from '../../shared/api-client.ts'
import { readRefusal } from '../../shared/form/read-refusal.ts'
import { standIn } from '../../shared/form/stand-in.ts'
import { type ResourceForm, UNICO, useResourceForm } from '../../shared/form/use-resource-form.ts'

const RESOURCE = 'trazabilidad'

/** As the form draws them. */
export const TRAZAS_FIELDS: FormSchema = toFormSchema(ajustesDeTrazabilidadSchema)

/** What the form changes: the part that is drawn from the schema is as it was typed. */
type TrazabilidadDraft = AjustesTrazas & { exportacion: unknown }
export type TrazabilidadForm = ResourceForm<Trazabilidad, TrazabilidadDraft>

const formSchema = z.preprocess(
  (draft) => (isRecord(draft) ? { ...draft, exportacion: standInValores(draft.exportacion) } : draft),
  ajustesDeTrazabilidadSchema,
)

function standInValores(exportacion: unknown): unknown {
  if (!isRecord(exportacion) || !Array.isArray(exportacion.cabeceras)) return exportacion
  return { ...exportacion, cabeceras: exportacion.cabeceras.map((each) => standIn(each, 'valor', 1)) }
}

export function useTrazabilidadForm(onStored: () => void): TrazabilidadForm {
  return useResourceForm<Trazabilidad, TrazabilidadDraft>({
    resource: RESOURCE,
    id: UNICO,
    schema: formSchema,
    initial: ajustesDeTrazabilidadSchema.parse({}),
    toDraft: toAjustes,
    onStored,
  })
}

export function toAjustes({ ajustes }: Pick<Trazabilidad, 'ajustes'>): TrazabilidadDraft {
  return ajustes
}

/** Tries a collector as the form has it; what is wrong with a field is told at the field. */
export function useTestExportacion(showErrors: (errors: readonly ErrorDeCampo[]) => void) {
  return useMutation({
    mutationFn: (exportacion: unknown) =>
      callApi<PruebaDeExportacion>('POST', `${RESOURCE}/exportacion/probar`, { body: exportacion }),
    onError: (reason) =>
      showErrors(
        readRefusal(reason).errors.map(({ campo, mensaje }) => ({
          campo: campo.startsWith('exportacion') ? campo : `exportacion.${campo}`,
          mensaje,
        })),
      ),
  })
}

export const NIVELES: readonly { value: NivelTraza; label: string }[] = [
  { value: 'todo', label: 'Todas las ejecuciones' },
  { value: 'muestreo', label: 'Las que fallan y una parte de las demás' },
  { value: 'errores', label: 'Solo las que fallan' },
  { value: 'nada', label: 'Ninguna' },
]
