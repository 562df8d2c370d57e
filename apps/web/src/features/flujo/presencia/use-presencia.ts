import type { Presencia } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../../../shared/api-client.ts'
import { makeUuid } from '../../../shared/make-uuid.ts'
import type { DraftSaver } from '../store/draft-saver.ts'
import { useEditorStore } from '../store/use-editor.ts'

/** How often a canvas says that it is there: well within the time after which it would count as gone. */
const LATIDO_MS = 12_000

const NOBODY: Presencia['presentes'] = []

/** Who else has this proceso open. What they stored comes into the drawing before it is stored over. */
export function usePresencia(saver: DraftSaver): Presencia['presentes'] {
  const store = useEditorStore()
  const { mayEdit } = store
  const { id } = store.read().stored
  const [pestana] = useState(makeUuid)
  const { data } = useQuery({
    queryKey: ['presencia', id, pestana],
    queryFn: ({ signal }) =>
      callApi<Presencia>('POST', `procesos/${id}/presencia`, { body: { pestana, edita: mayEdit }, signal }),
    refetchInterval: LATIDO_MS,
    gcTime: 0,
    retry: false,
  })

  // Who cannot say that they leave are gone a few seconds later.
  useEffect(
    () => () => void callApi('DELETE', `procesos/${id}/presencia/${pestana}`).catch(() => undefined),
    [id, pestana],
  )

  const revision = data?.revision
  useEffect(() => {
    // What is not heard now is met when it is stored, or heard the next time.
    if (revision !== undefined) void saver.hear(revision).catch(() => undefined)
  }, [revision, saver])

  return data?.presentes ?? NOBODY
}
