import { type ErrorDeCampo, erroresOf } from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import { callApi } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { isEqual } from './differences.ts'
import { readRefusal } from './read-refusal.ts'

export interface Stored {
  /** Missing of what there is one of. */
  id?: string
  revision: number
}

/** In place of an id: of what there is one of, such as the settings of the product. */
export const UNICO = ''

interface ResourceFormOptions<Saved extends Stored, Draft extends object> {
  /** Of the API: `servidores`. */
  resource: string
  /** Null: a new one. `UNICO`: the resource is one thing, which is always there. */
  id: string | null
  /** The schema that the API checks it with; of some things it depends on what they are. */
  schema: z.ZodType | ((values: Draft) => z.ZodType)
  /** Where a new one begins. */
  initial: Draft
  /** What may be changed of what is stored. */
  toDraft: (saved: Saved) => Draft
}

export interface ResourceForm<Saved extends Stored, Draft extends object> {
  draft: Draft
  change: (fields: Partial<Draft>) => void
  /** What is wrong, by the schema or by the server, each at its field. */
  errors: readonly ErrorDeCampo[]
  /** What went wrong and is of no field. */
  failure: string | null
  /** The whole answer to what was refused last. */
  refusal: ApiError | null
  isDirty: boolean
  isSaving: boolean
  /** What is stored; null of a new one, and while it is being read. */
  saved: Saved | null
  loadError: Error | null
  retry: () => void
  /** Answers what was stored; null when it was not. */
  save: () => Promise<Saved | null>
  /** What something other than storing it found wrong, such as a test. */
  showErrors: (errors: readonly ErrorDeCampo[]) => void
  /** Back to what is stored. */
  reset: () => void
  /** What somebody else stored meanwhile. */
  conflict: Saved | null
  /** Stores what a person has chosen of both versions over that of the other. */
  resolve: (draft: Draft) => Promise<Saved | null>
  leaveConflict: () => void
}

/** One thing of a resource on a form: read, changed, checked, stored. Nothing that somebody else stored is overwritten unseen. */
export function useResourceForm<Saved extends Stored, Draft extends object>({
  resource,
  id,
  schema,
  initial,
  toDraft,
}: ResourceFormOptions<Saved, Draft>): ResourceForm<Saved, Draft> {
  const queries = useQueryClient()
  const key = [resource, 'uno', id]
  const path = id === UNICO ? resource : `${resource}/${id}`
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi<Saved>('GET', path, { signal }),
    enabled: id !== null,
    // What somebody is changing must not change under them; that it did is told when they store it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const saved = data ?? null
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const [errors, setErrors] = useState<readonly ErrorDeCampo[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<Saved | null>(null)
  const base = useMemo(() => (saved === null ? initial : toDraft(saved)), [saved, initial, toDraft])
  const draft = { ...base, ...changes }

  const change = useCallback((fields: Partial<Draft>) => {
    setChanges((current) => ({ ...current, ...fields }))
    const names = Object.keys(fields)
    // What is being mended is no longer wrong until it is checked again.
    setErrors((current) => current.filter(({ campo }) => !names.some((name) => campo.startsWith(name))))
  }, [])

  function reset() {
    setChanges({})
    setErrors([])
    setFailure(null)
    setRefusal(null)
  }

  async function store(values: Draft, revision: number | undefined): Promise<Saved | null> {
    const checked = (typeof schema === 'function' ? schema(values) : schema).safeParse(values)
    setErrors(checked.success ? [] : erroresOf(checked.error))
    setFailure(null)
    setRefusal(null)
    if (!checked.success) return null
    setIsSaving(true)
    try {
      const answer = await (id === null
        ? callApi<Saved>('POST', resource, { body: values })
        : callApi<Saved>('PUT', path, { body: { ...values, revision } }))
      queries.setQueryData([resource, 'uno', answer.id ?? UNICO], answer)
      void queries.invalidateQueries({ queryKey: [resource, 'lista'] })
      reset()
      setConflict(null)
      return answer
    } catch (reason) {
      takeRefusal(reason)
      return null
    } finally {
      setIsSaving(false)
    }
  }

  function takeRefusal(reason: unknown) {
    if (reason instanceof ApiError && reason.codigo === 'REVISION_OBSOLETA') {
      // The answer brings the version that is stored now, as the resource shows it.
      setConflict(reason.problem.actual as Saved)
      return
    }
    const { errors: wrong, failure: text } = readRefusal(reason)
    setErrors(wrong)
    setFailure(text)
    setRefusal(reason instanceof ApiError ? reason : null)
  }

  return {
    draft,
    change,
    errors,
    failure,
    refusal,
    isDirty: !isEqual(draft, base),
    isSaving,
    saved,
    loadError: error,
    retry: () => void refetch(),
    save: () => store(draft, saved?.revision),
    showErrors: setErrors,
    reset,
    conflict,
    resolve: (chosen) => {
      setChanges(chosen)
      return store(chosen, conflict?.revision)
    },
    leaveConflict: () => setConflict(null),
  }
}
