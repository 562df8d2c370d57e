import type { Punto, Version } from '@div/contract'
import { notify } from '@div/ui'
import { useCallback } from 'react'
import { callApi } from '../../../shared/api-client.ts'
import { describeError } from '../../../shared/api-error.ts'
import { planReplace } from '../document/plan-replace.ts'
import type { DraftSaver } from '../store/draft-saver.ts'
import { useEditorStore } from '../store/use-editor.ts'
import { isVersion, useShownDocuments } from './shown-documents.ts'
import { useVersionActions } from './versiones-api.ts'

/** Puts an earlier state in the place of the draft. What was drawn is kept as a restore point first, and undoing brings it back. */
export function useRestore(saver: DraftSaver): (which: string, noun: string) => Promise<void> {
  const store = useEditorStore()
  const { id } = store.read().stored
  const { addPunto } = useVersionActions(id)
  const { show } = useShownDocuments()
  return useCallback(
    async (which, noun) => {
      try {
        if (!(await saver.flush())) throw new Error('No se pudo guardar lo dibujado.')
        await addPunto(null)
        const { flujo, modo } = await readDocument(id, which)
        const { modo: before } = store.read().stored
        // First what may be refused: then nothing that is drawn was replaced.
        if ((await saver.changeModo(modo)) === 'espera') throw new Error(DECIDE_FIRST)
        store.change((drawn) => planReplace(drawn, flujo))
        show(null)
        const other =
          modo === before ? '' : ` Sus ejecuciones van ${MODO_WORDS[modo]}: eso se cambia en el modo.`
        notify.success(
          'Borrador restaurado',
          `Es otra vez como ${noun}. Puede deshacerlo, y publicarlo cuando quiera.${other}`,
        )
      } catch (reason) {
        notify.error('No se pudo restaurar', describeError(reason))
      }
    },
    [saver, addPunto, id, store, show],
  )
}

const DECIDE_FIRST =
  'Otra persona guardó cambios en lo mismo: elija qué queda de cada quien y restáurelo otra vez.'

const MODO_WORDS = { memoria: 'otra vez en memoria', durable: 'otra vez de forma durable' } as const

async function readDocument(id: string, which: string): Promise<Pick<Version, 'flujo' | 'modo'>> {
  const path = isVersion(which) ? `procesos/${id}/versiones/${which}` : `procesos/${id}/puntos/${which}`
  return await callApi<Version | Punto>('GET', path)
}
