import { type ErrorDeCampo, erroresOf } from '@div/contract'
import { listUnread } from '@div/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import { callApi } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { isEqual } from './differences.ts'
import { forgiveErrors } from './forgive-errors.ts'
import { keepUnsent } from './keep-unsent.ts'
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
  /** After every storing: by hand, or of what was chosen of two versions. */
  onStored?: ((stored: Saved) => void) | undefined
}

export interface ResourceForm<Saved extends Stored, Draft extends object> {
  draft: Draft
  /** What is stored, or where a new one begins. */
  base: Draft
  change: (fields: Partial<Draft>) => void
  /** What is wrong, by the schema or by the server, each at its field. */
  errors: readonly ErrorDeCampo[]
  /** What went wrong and is of no field. */
  failure: string | null
  /** The whole answer to what was refused last. */
  refusal: ApiError | null
  isDirty: boolean
  isSaving: boolean
  /** There are changes that are neither stored nor on the way to be. */
  wouldLose: boolean
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
  /** The buttons that store it, as panels and pages take them. */
  saving: FormSaving
  /** What somebody else stored meanwhile. */
  conflict: Saved | null
  /** Goes on from the version of the other, with what a person has chosen of both. */
  rebase: (draft: Draft) => void
  /** And stores it. */
  resolve: (draft: Draft) => Promise<Saved | null>
  leaveConflict: () => void
}

export interface FormSaving {
  isDirty: boolean
  isSaving: boolean
  label: string
  onSave: () => unknown
  onReset: () => void
}

/** What was wrong, and of what. */
interface Found {
  errors: readonly ErrorDeCampo[]
  checked: unknown
}

const NOTHING_FOUND: Found = { errors: [], checked: null }

/** One thing of a resource on a form: read, changed, checked, stored. Nothing that somebody else stored is overwritten unseen. */
export function useResourceForm<Saved extends Stored, Draft extends object>({
  resource,
  id,
  schema,
  initial,
  toDraft,
  onStored,
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
  const [found, setFound] = useState<Found>(NOTHING_FOUND)
  const [failure, setFailure] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  /** While it is under way. */
  const [sent, setSent] = useState<Draft | null>(null)
  const [conflict, setConflict] = useState<Saved | null>(null)
  const base = useMemo(() => (saved === null ? initial : toDraft(saved)), [saved, initial, toDraft])
  const draft = { ...base, ...changes }
  const isDirty = !isEqual(draft, base)
  const errors = forgiveErrors(found.errors, found.checked, draft)
  const isCreating = id === null && sent !== null

  const change = useCallback(
    (fields: Partial<Draft>) => {
      // What is made leads to a form of its own: there is nowhere to keep what is typed meanwhile.
      if (!isCreating) setChanges((current) => ({ ...current, ...fields }))
    },
    [isCreating],
  )

  function forgive() {
    setFound(NOTHING_FOUND)
    setFailure(null)
    setRefusal(null)
  }

  function reset() {
    setChanges({})
    forgive()
  }

  async function store(values: Draft, revision: number | undefined): Promise<Saved | null> {
    forgive()
    const wrong = check(values)
    if (wrong.length > 0) {
      setFound({ errors: wrong, checked: values })
      setConflict(null)
      return null
    }
    const answer = await send(values, revision)
    if (answer === null) return null
    queries.setQueryData([resource, 'uno', answer.id ?? UNICO], answer)
    void queries.invalidateQueries({ queryKey: [resource, 'lista'] })
    setChanges((current) => keepUnsent(current, values))
    setConflict(null)
    onStored?.(answer)
    return answer
  }

  async function send(values: Draft, revision: number | undefined): Promise<Saved | null> {
    setSent(values)
    try {
      return await (id === null
        ? callApi<Saved>('POST', resource, { body: values })
        : callApi<Saved>('PUT', path, { body: { ...values, revision } }))
    } catch (reason) {
      takeRefusal(reason, values)
      return null
    } finally {
      setSent(null)
    }
  }

  function check(values: Draft): readonly ErrorDeCampo[] {
    const unread = listUnread(values)
    if (unread.length > 0) return unread
    const checked = (typeof schema === 'function' ? schema(values) : schema).safeParse(values)
    return checked.success ? [] : erroresOf(checked.error)
  }

  function takeRefusal(reason: unknown, values: Draft) {
    if (reason instanceof ApiError && reason.codigo === 'REVISION_OBSOLETA') {
      // The answer brings the version that is stored now, as the resource shows it.
      setConflict(reason.problem.actual as Saved)
      return
    }
    setConflict(null)
    const { errors: wrong, failure: text } = readRefusal(reason)
    setFound({ errors: wrong, checked: values })
    setFailure(text)
    setRefusal(reason instanceof ApiError ? reason : null)
  }

  function rebase(chosen: Draft) {
    queries.setQueryData(key, conflict)
    setChanges(chosen)
    setConflict(null)
  }

  async function resolve(chosen: Draft): Promise<Saved | null> {
    setChanges(chosen)
    const answer = await store(chosen, conflict?.revision)
    // Refused or not, the version of the other has been seen; what is compared next began there.
    if (answer === null) queries.setQueryData(key, conflict)
    return answer
  }

  const save = () => store(draft, saved?.revision)
  const isSaving = sent !== null

  return {
    draft,
    base,
    change,
    errors,
    failure,
    refusal,
    isDirty,
    isSaving,
    wouldLose: isDirty && (sent === null || !isEqual(draft, sent)),
    saved,
    loadError: error,
    retry: () => void refetch(),
    save,
    showErrors: (wrong) => setFound({ errors: wrong, checked: draft }),
    reset,
    saving: { isDirty, isSaving, label: id === null ? 'Crear' : 'Guardar', onSave: save, onReset: reset },
    conflict,
    rebase,
    resolve,
    leaveConflict: () => setConflict(null),
  }
}
