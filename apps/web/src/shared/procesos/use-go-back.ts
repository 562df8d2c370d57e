import type { Publicacion } from '@div/contract'
import { notify } from '@div/ui'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'
import { describeError } from '../api-error.ts'

/**
 * One click: callers are answered by the older version again, at the same address. It is published as a new one, and the draft stays as it
 * is. Undoing publishes the version of before: nothing is lost, so nobody is asked first.
 */
export function useGoBack(procesoId: string): (version: number, publicada: number | null) => Promise<void> {
  const queries = useQueryClient()
  return async function goBack(version, publicada) {
    try {
      const path = `procesos/${procesoId}/versiones/${version}/publicar`
      const published = await callApi<Publicacion>('POST', path, { body: {} })
      const undo = { label: 'Deshacer', onClick: () => void goBack(publicada ?? version, null) }
      notify.success(
        `Publicada otra vez la versión ${version}`,
        published.sinCambios
          ? 'Ya era la publicada.'
          : `Responde enseguida en las mismas direcciones, como versión ${published.version}; el borrador no cambia.`,
        publicada === null || published.sinCambios ? {} : { actions: [undo] },
      )
      await queries.invalidateQueries({
        queryKey: ['procesos'],
        predicate: ({ queryKey: [, part] }) => part !== 'uno' && part !== 'lienzo',
      })
    } catch (reason) {
      notify.error(`No se pudo volver a la versión ${version}`, describeError(reason))
    }
  }
}
