import { notify } from '@div/ui'
import { useCallback } from 'react'
import { useEditorStore } from '../store/use-editor.ts'
import { type Fijados, storeFijados, withoutPin, withPin } from './fijados.ts'

/** Pins and lets go what a node put out; either can be undone at once. */
export function usePins() {
  const store = useEditorStore()

  const keep = useCallback(
    (next: Fijados, said: string, isUndo = false) => {
      const { fijados: before, stored } = store.read()
      if (!storeFijados(localStorage, stored.id, next)) {
        notify.error('No cabe', 'El navegador no tiene sitio para fijar tantos datos.')
        return
      }
      store.set({ fijados: next })
      notify.success(
        said,
        'Solo cuenta en las pruebas: lo que se publica no lo lleva.',
        isUndo ? {} : { actions: [{ label: 'Deshacer', onClick: () => keep(before, 'Deshecho', true) }] },
      )
    },
    [store],
  )

  const pin = useCallback(
    (nodo: string, value: unknown) => keep(withPin(store.read().fijados, nodo, value), 'Datos fijados'),
    [store, keep],
  )
  const unpin = useCallback(
    (nodo: string) => keep(withoutPin(store.read().fijados, nodo), 'Datos sin fijar'),
    [store, keep],
  )
  return { pin, unpin }
}
