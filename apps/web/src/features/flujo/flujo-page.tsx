import type { ProcesoGuardado } from '@div/contract'
import { ErrorState, notify } from '@div/ui'
import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { useMatch, useParams } from 'react-router'
import { useCan } from '../../shared/session.ts'
import { afterPaint } from './after-paint.ts'
import { planReplace } from './document/plan-replace.ts'
import { putFlujo, readProceso, useStoredProceso } from './flujo-api.ts'
import { FlujoEditor } from './flujo-editor.tsx'
import { NOTHING_PINNED, readFijados, storeFijados } from './run/fijados.ts'
import { RunProvider } from './run/run-provider.tsx'
import { delayJournal } from './store/delayed-journal.ts'
import { DraftSaver } from './store/draft-saver.ts'
import { startEditor } from './store/editor-state.ts'
import { EditorStore } from './store/editor-store.ts'
import { type LeftEntry, openJournal, planOpening, readLeft, takeLeft } from './store/journal.ts'
import { PESTANA } from './store/open-tabs.ts'
import { EditorContext } from './store/use-editor.ts'
import { ownerOf, useLeftBehind } from './store/use-left-behind.ts'
import { storeModo } from './store-modo.ts'
import { useTrail } from './subproceso/trail.ts'

/** There is something to decide; undecided it is told again the next time. */
const APARTE_MS = 60_000

interface OpenedEditor {
  store: EditorStore
  saver: DraftSaver
  isRecovered: boolean
  /** What was drawn last is in the journal. */
  flushJournal: () => void
  /** Tells of what other tabs left and is not drawn here; answers what takes that back. */
  offerAparte: () => () => void
}

export default function FlujoPage() {
  const { id = '' } = useParams()
  const trail = useTrail()
  // What was opened on the way to a proceso that it calls is there again on the way back, with all that was done to it.
  const [opened] = useState(() => new Map<string, OpenedEditor>())
  for (const other of opened.keys()) {
    if (other !== id && !trail.some((parent) => parent.id === other)) opened.delete(other)
  }
  const { data: stored, error, refetch } = useStoredProceso(id)
  const isForReading = useMatch('/flujo/:id/ver') !== null
  const mayEdit = useCan('procesos.editar') && !isForReading
  const pestanas = useLeftBehind(id, mayEdit)
  const kept = opened.get(id)?.store.read().stored ?? stored
  if (kept === undefined && error !== null)
    return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (kept === undefined || pestanas === undefined)
    return <Skeleton height="70vh" role="status" aria-label="Cargando..." />
  return <OpenedFlujo key={id} stored={kept} mayEdit={mayEdit} opened={opened} pestanas={pestanas} />
}

interface OpenedFlujoProps {
  stored: ProcesoGuardado
  mayEdit: boolean
  opened: Map<string, OpenedEditor>
  /** Those whose drawing goes on here. */
  pestanas: readonly string[]
}

/** What is drawn lives here as long as the page. */
function OpenedFlujo({ stored, mayEdit, opened, pestanas }: OpenedFlujoProps) {
  const queries = useQueryClient()
  const [{ store, saver, isRecovered, flushJournal, offerAparte }] = useState(() => {
    const editor = opened.get(stored.id) ?? openEditor(stored, mayEdit, pestanas)
    opened.set(stored.id, { ...editor, isRecovered: false, offerAparte: () => () => undefined })
    return editor
  })

  useEffect(() => {
    if (isRecovered) notify.info('Se recuperaron sus cambios', 'Los que hizo aquí y no llegaron a guardarse.')
    const stop = mayEdit ? saver.start() : () => undefined
    return () => {
      stop()
      // What was changed here is known nowhere else yet.
      void saver.flush().finally(() => queries.invalidateQueries({ queryKey: ['procesos'] }))
    }
  }, [isRecovered, mayEdit, queries, saver])

  useEffect(() => {
    const gone = new AbortController()
    for (const end of ['pagehide', 'visibilitychange'])
      addEventListener(end, flushJournal, { signal: gone.signal })
    return () => {
      gone.abort()
      flushJournal()
    }
  }, [flushJournal])

  useEffect(() => offerAparte(), [offerAparte])

  return (
    <EditorContext value={store}>
      <ReactFlowProvider>
        <RunProvider saver={saver}>
          <FlujoEditor saver={saver} />
        </RunProvider>
      </ReactFlowProvider>
    </EditorContext>
  )
}

function openEditor(stored: ProcesoGuardado, mayEdit: boolean, pestanas: readonly string[]): OpenedEditor {
  const owner = ownerOf(stored.id)
  const written = openJournal(localStorage, owner, PESTANA)
  const journal = delayJournal(written, afterPaint)
  const left = mayEdit ? readLeft(localStorage, owner, pestanas) : []
  const { revision, base, flujo, isRecovered, aparte } = planOpening(stored, left)
  if (isRecovered) written.write({ revision, momento: Date.now(), flujo, base })
  else if (mayEdit) written.clear()
  // What they left is drawn here now, and lies under this tab.
  const isApart = new Set(aparte.map(({ pestana }) => pestana))
  for (const pestana of pestanas)
    if (pestana !== PESTANA && !isApart.has(pestana)) openJournal(localStorage, owner, pestana).clear()
  const state = {
    ...startEditor({ ...stored, revision, flujo: base }, flujo),
    fijados: mayEdit ? readFijados(localStorage, stored.id) : NOTHING_PINNED,
  }
  const store = new EditorStore(state, mayEdit, {
    afterPaint,
    onModo: (modo) => void storeModo(saver, modo),
    onLeftOut: () =>
      notify.info(
        'Ese paso ya no se puede deshacer ni rehacer',
        'Otra persona cambió lo mismo después: queda como lo dejó.',
      ),
  })
  const saver = new DraftSaver(store, {
    put: putFlujo,
    read: readProceso,
    journal,
    now: Date.now,
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    onMerged({ actualizadoPor }) {
      const who = actualizadoPor ?? 'otra persona'
      if (mayEdit) notify.info(`Se unieron cambios de ${who}`, 'Están en el lienzo junto a los suyos.')
      else notify.info(`Cambios de ${who}`, 'El lienzo ya los muestra.')
    },
    onGivenUp: (mensaje) =>
      notify.error('No se pudo guardar', `${mensaje} Lo dibujado queda en este navegador.`, {
        actions: [{ label: 'Reintentar', onClick: () => void saver.flush() }],
      }),
    onRenamed: ({ fijados }) => void storeFijados(localStorage, stored.id, fijados),
  })
  const offer = (each: LeftEntry) => {
    const forget = () => openJournal(localStorage, owner, each.pestana).clear()
    const take = () => {
      store.change((drawn) => planReplace(drawn, takeLeft(each, { base, flujo: drawn })))
      forget()
    }
    return notify.warning(
      'Otra pestaña que se cerró dejó otros cambios',
      'Son de lo mismo que cambió en esta, y no están en el lienzo.',
      {
        durationMs: APARTE_MS,
        actions: [
          { label: 'Usar aquellos', onClick: take },
          { label: 'Descartarlos', onClick: forget },
        ],
      },
    )
  }
  const offerAparte = () => {
    const told = aparte.map(offer)
    // Where nothing is drawn any more nothing can be taken.
    return () => told.forEach(notify.close)
  }
  return { store, saver, isRecovered, flushJournal: journal.flush, offerAparte }
}
