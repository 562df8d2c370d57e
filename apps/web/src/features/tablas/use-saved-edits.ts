import type { TablaGuardada } from '@div/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { describeError } from '../../shared/api-error.ts'
import {
  type GridEdits,
  keepUnsaved,
  NO_EDITS,
  newRows,
  pendingCambios,
  takeResults,
  withClaves,
} from './grid-edits.ts'
import { sendCambios } from './tablas-api.ts'
import type { FilasWindow } from './use-filas.ts'

/** A pause in writing that stores what was written. */
const PAUSE_MS = 500
/** After a failure. */
const RETRY_MS = 5_000
/** Rows of one call; what is pasted may be more. */
const BATCH = 500

export interface SavedEdits {
  edits: GridEdits
  change: (next: (edits: GridEdits) => GridEdits) => void
  isSaving: boolean
  /** Why nothing could be stored; it is tried again by itself. */
  failure: string | null
  retry: () => void
  /** A new row that somebody is still writing waits until they leave it, so that it is stored whole. */
  hold: (key: string | null) => void
}

/** Changes of rows that store themselves, many in a call, in the order in which rows were made. */
export function useSavedEdits(
  { id: tablaId, revision }: Pick<TablaGuardada, 'id' | 'revision'>,
  { replace, refresh }: FilasWindow,
): SavedEdits {
  const [edits, setEdits] = useState<GridEdits>(NO_EDITS)
  const [held, setHeld] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const claves = useRef(new Map<string, string>())
  const [seenRevision, setSeenRevision] = useState(revision)
  if (seenRevision !== revision) {
    setSeenRevision(revision)
    setEdits(keepUnsaved)
  }

  const save = useCallback(
    async (sent: ReturnType<typeof pendingCambios>) => {
      setIsSaving(true)
      try {
        const cambios = sent.map(({ cambio }) => cambio)
        const resultados = await sendCambios(tablaId, withClaves(sent, claves.current))
        const filas = resultados.flatMap((resultado) =>
          resultado.ok && resultado.fila ? resultado.fila : [],
        )
        replace(filas)
        // Other rows move when some come or go. Until they are read, what was stored is shown as it was written.
        if (cambios.some(({ accion }) => accion !== 'editar')) await refresh()
        setEdits((current) => takeResults(current, sent, resultados))
      } catch (error) {
        setFailure(describeError(error))
      } finally {
        setIsSaving(false)
      }
    },
    [tablaId, replace, refresh],
  )

  useEffect(() => {
    if (isSaving || failure !== null) return
    const isHeld = held !== null && newRows(edits).includes(held)
    const pending = pendingCambios(edits).filter(({ cambio }) => !isHeld || cambio.accion !== 'crear')
    if (pending.length === 0) return
    const timer = setTimeout(() => void save(pending.slice(0, BATCH)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [edits, held, isSaving, failure, save])

  useEffect(() => {
    if (failure === null) return
    const timer = setTimeout(() => setFailure(null), RETRY_MS)
    return () => clearTimeout(timer)
  }, [failure])

  return {
    edits,
    change: setEdits,
    isSaving,
    failure,
    retry: () => setFailure(null),
    hold: setHeld,
  }
}
