import type { Publicacion, VersionResumen } from '@div/contract'
import { notify } from '@div/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../api-client.ts'
import { describeError } from '../api-error.ts'
import { refreshProcesos } from './refresh-procesos.ts'
import { usePublicada } from './use-versiones.ts'

interface GoBack {
  /** Undefined for the version that is published already: there is nothing to go back to. */
  goBackTo: (version: number) => (() => void) | undefined
  isGoingBack: boolean
}

/**
 * One click: callers are answered by the older version again, at the same address. It is published as a new one, and the draft stays as it
 * is. Undoing publishes the version that it replaced: nothing is lost, so nobody is asked first.
 */
export function useGoBack(procesoId: string): GoBack {
  const queries = useQueryClient()
  const publicada = usePublicada(procesoId)
  const [isGoingBack, setIsGoingBack] = useState(false)

  /** `upon`: only while this one is still the published one. */
  async function publish(version: number, upon: number | null): Promise<void> {
    setIsGoingBack(true)
    try {
      if (upon !== null) await refuseUnlessPublished(procesoId, upon)
      const path = `procesos/${procesoId}/versiones/${version}/publicar`
      const { version: published, reemplaza } = await callApi<Publicacion>('POST', path, { body: {} })
      const title = `Publicada otra vez la versión ${version}`
      if (reemplaza === null) {
        notify.success(title, 'Ya era la publicada.')
        return
      }
      const undo = { label: 'Deshacer', onClick: () => void publish(reemplaza, published) }
      notify.success(
        title,
        `Responde enseguida en las mismas direcciones, como versión ${published}; el borrador no cambia.`,
        upon === null ? { actions: [undo] } : {},
      )
    } catch (reason) {
      notify.error(`No se pudo volver a la versión ${version}`, describeError(reason))
    } finally {
      setIsGoingBack(false)
      await refreshProcesos(queries)
    }
  }

  return {
    goBackTo: (version) =>
      publicada === null || version === publicada ? undefined : () => void publish(version, null),
    isGoingBack,
  }
}

async function refuseUnlessPublished(procesoId: string, version: number): Promise<void> {
  const [newest] = await callApi<VersionResumen[]>('GET', `procesos/${procesoId}/versiones`)
  if (newest && newest.version !== version)
    throw new Error(`Después se publicó la versión ${newest.version}: elija en las versiones cuál queda.`)
}
