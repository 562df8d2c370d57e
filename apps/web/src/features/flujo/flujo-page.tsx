import type { ProcesoGuardado } from '@div/contract'
import { ErrorState, notify } from '@div/ui'
import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import { useMatch, useParams } from 'react-router'
import { isEqual } from '../../shared/form/differences.ts'
import { useCan } from '../../shared/session.ts'
import { putFlujo, useStoredProceso } from './flujo-api.ts'
import { FlujoEditor } from './flujo-editor.tsx'
import { DraftSaver } from './store/draft-saver.ts'
import { startEditor } from './store/editor-state.ts'
import { EditorStore } from './store/editor-store.ts'
import { openJournal, planOpening } from './store/journal.ts'
import { EditorContext } from './store/use-editor.ts'

export default function FlujoPage() {
  const { id = '' } = useParams()
  const { data: stored, error, refetch } = useStoredProceso(id)
  const isForReading = useMatch('/flujo/:id/ver') !== null
  const mayEdit = useCan('procesos.editar') && !isForReading
  if (stored === undefined && error !== null)
    return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (stored === undefined) return <Skeleton height="70vh" role="status" aria-label="Cargando..." />
  return <OpenedFlujo key={id} stored={stored} mayEdit={mayEdit} />
}

/** What is drawn lives here as long as the page. */
function OpenedFlujo({ stored, mayEdit }: { stored: ProcesoGuardado; mayEdit: boolean }) {
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored afterwards, the canvas stored itself
  const { store, saver, opening } = useMemo(() => openEditor(stored, mayEdit), [])

  useEffect(() => {
    if (opening === 'recuperado')
      notify.info('Se recuperaron sus cambios', 'Los que hizo aquí y no llegaron a guardarse.')
    const stop = mayEdit ? saver.start() : () => undefined
    return () => {
      stop()
      // What was changed here is known nowhere else yet.
      void saver.flush().finally(() => queries.invalidateQueries({ queryKey: ['procesos'] }))
    }
  }, [mayEdit, opening, queries, saver])

  return (
    <EditorContext value={store}>
      <ReactFlowProvider>
        <FlujoEditor saver={saver} />
      </ReactFlowProvider>
    </EditorContext>
  )
}

function openEditor(stored: ProcesoGuardado, mayEdit: boolean) {
  const journal = openJournal(localStorage, stored.id)
  const opening = mayEdit ? planOpening(stored, journal.read(), isEqual) : ({ kind: 'guardado' } as const)
  const state = startEditor(stored, opening.kind === 'guardado' ? stored.flujo : opening.flujo)
  const store = new EditorStore(
    opening.kind === 'conflicto' ? { ...state, save: { kind: 'conflicto', theirs: stored } } : state,
    mayEdit,
  )
  const saver = new DraftSaver(store, {
    put: putFlujo,
    journal,
    now: Date.now,
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
  return { store, saver, opening: opening.kind }
}
