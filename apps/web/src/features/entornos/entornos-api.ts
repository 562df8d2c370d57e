import {
  type Comparacion,
  type EntornoDiv,
  type EntornoDivGuardado,
  type EntornoProbado,
  entornoDivSchema,
  type NombresDeEntorno,
  type ProcesoEnAmbos,
  type Promocion,
  type Promover,
  toFormSchema,
} from '@div/contract'
import type { FormSchema } from '@div/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callApi } from '../../shared/api-client.ts'
import { standIn } from '../../shared/form/stand-in.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'

const RESOURCE = 'entornos'
/** Longer than any that is stored, so that it is not taken for one. */
const STAND_IN = 24

/** What a form changes: the parts that are drawn from the schema are as they were typed. */
export type EntornoDraft = Pick<EntornoDiv, 'nombre' | 'descripcion' | 'promueven' | 'vinculos'> &
  Readonly<Record<'orden' | 'urlBase' | 'clave' | 'permitirRedPrivada', unknown>>
export type EntornoForm = ResourceForm<EntornoDivGuardado, EntornoDraft>

export const ENTORNO_FIELDS: FormSchema = toFormSchema(entornoDivSchema)

const formSchema = z.preprocess((draft) => standIn(draft, 'clave', STAND_IN), entornoDivSchema)

const NEW: EntornoDraft = {
  nombre: '',
  descripcion: '',
  orden: 1,
  urlBase: '',
  clave: '',
  permitirRedPrivada: false,
  promueven: 'admin',
  vinculos: { servidores: {}, parametros: {} },
}

/** In the order of the way to production. */
export function useEntornos() {
  return useQuery({
    queryKey: [RESOURCE, 'lista'],
    queryFn: async ({ signal }) =>
      (await callApi<EntornoDivGuardado[]>('GET', RESOURCE, { signal })).toSorted(
        (left, right) => left.orden - right.orden,
      ),
  })
}

export function useEntorno(id: string) {
  return useQuery({
    queryKey: [RESOURCE, 'leido', id],
    queryFn: ({ signal }) => callApi<EntornoDivGuardado>('GET', `${RESOURCE}/${id}`, { signal }),
  })
}

export function useEntornoForm(
  id: string | null,
  onStored: (stored: EntornoDivGuardado) => void,
): EntornoForm {
  return useResourceForm<EntornoDivGuardado, EntornoDraft>({
    resource: RESOURCE,
    id,
    schema: formSchema,
    initial: NEW,
    toDraft: toEntornoDraft,
    onStored,
  })
}

export function toEntornoDraft(saved: EntornoDivGuardado): EntornoDraft {
  const { nombre, descripcion, orden, urlBase, clave, permitirRedPrivada, promueven, vinculos } = saved
  return { nombre, descripcion, orden, urlBase, clave, permitirRedPrivada, promueven, vinculos }
}

export function useTest(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => callApi<EntornoProbado>('POST', `${RESOURCE}/${id}/probar`),
    // What can be bound may not have been read while it did not answer.
    onSettled: (prueba) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [RESOURCE, 'lista'] }),
        prueba?.ok && queries.invalidateQueries({ queryKey: [RESOURCE, 'nombres', id] }),
      ]),
  })
}

/** What can be bound; asked for when somebody is about to. */
export function useNombres(id: string | null, isWanted: boolean) {
  return useQuery({
    queryKey: [RESOURCE, 'nombres', id],
    queryFn: ({ signal }) => callApi<NombresDeEntorno>('GET', `${RESOURCE}/${id}/nombres`, { signal }),
    enabled: id !== null && isWanted,
    retry: false,
  })
}

/** Asked once, and again when somebody wants it: another DIV is not asked over and over. */
const ON_DEMAND = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false } as const

export function useComparacion(id: string) {
  return useQuery({
    queryKey: [RESOURCE, 'comparacion', id],
    queryFn: ({ signal }) => callApi<Comparacion>('GET', `${RESOURCE}/${id}/comparar`, { signal }),
    ...ON_DEMAND,
  })
}

/** `momento` is that of the comparison: another one looks anew. */
export function useProcesoEnAmbos(id: string, nombre: string, momento: string) {
  return useQuery({
    queryKey: [RESOURCE, 'ambos', id, nombre, momento],
    queryFn: ({ signal }) =>
      callApi<ProcesoEnAmbos>('GET', `${RESOURCE}/${id}/comparar/${encodeURIComponent(nombre)}`, { signal }),
    ...ON_DEMAND,
  })
}

export function usePromote(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (promover: Promover) =>
      callApi<Promocion>('POST', `${RESOURCE}/${id}/promover`, { body: promover }),
    // Whatever came of it, what was compared may be so no longer.
    onSettled: () => queries.invalidateQueries({ queryKey: [RESOURCE, 'comparacion', id] }),
  })
}
