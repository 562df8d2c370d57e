import type { ErrorDeCampo, ResultadoDePrueba } from '@div/contract'
import { listUnread } from '@div/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, describeError } from '../../shared/api-error.ts'
import { isEqual } from '../../shared/form/differences.ts'
import { TO_TEST } from '../../shared/servidores/to-test.ts'
import { type ServidorForm, testDraft, testStored } from './servidores-api.ts'

export interface ConnectionTest {
  result: ResultadoDePrueba | null
  /** What was tried is not what stands in the form now. */
  isStale: boolean
  failure: string | null
  isRunning: boolean
  run: () => Promise<void>
}

interface Tested {
  result: ResultadoDePrueba
  connection: unknown
  revision: number | undefined
}

/** Tries the connection layer by layer: what stands in the form, whether it is stored or not. */
export function useConnectionTest(id: string | null, form: ServidorForm): ConnectionTest {
  const queries = useQueryClient()
  const [tested, setTested] = useState<Tested | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const connection = connectionOf(form)
  const revision = form.saved?.revision
  const isStale = tested !== null && !isEqual(tested.connection, connection)
  const wasStale = useRef(false)

  // What is stored reads back differently, its secrets above all: a test that held for what was sent holds for it.
  if (tested !== null && tested.revision !== revision && !wasStale.current)
    setTested({ ...tested, connection, revision })
  useEffect(() => {
    wasStale.current = isStale
  }, [isStale])

  async function run() {
    setTested(null)
    setFailure(null)
    const unread = listUnread(form.draft)
    if (unread.length > 0) return refuse(unread)
    setIsRunning(true)
    try {
      const result = await (id === null || form.isDirty ? testDraft(form.draft, id) : testStored(id))
      setTested({ result, connection, revision })
      form.showErrors(result.pasos.flatMap(({ errores = [] }) => errores))
      void queries.invalidateQueries({ queryKey: ['servidores', 'lista'] })
      void queries.invalidateQueries({ queryKey: ['servidores', 'estado', id] })
    } catch (refusal) {
      const errores = refusal instanceof ApiError ? refusal.errores : []
      if (errores.length > 0) return refuse(errores)
      setFailure(describeError(refusal))
    } finally {
      setIsRunning(false)
    }
  }

  function refuse(errores: readonly ErrorDeCampo[]) {
    form.showErrors(errores)
    setFailure('Corrija los datos que se marcan y pruebe otra vez.')
  }

  useAskedFor(form.saved !== null, run)
  return { result: tested?.result ?? null, isStale, failure, isRunning, run }
}

/** Once, when whoever led here wanted it. */
function useAskedFor(isReady: boolean, run: () => Promise<void>) {
  const { state } = useLocation()
  const isAsked = useRef(isEqual(state, TO_TEST))
  useEffect(() => {
    if (!isReady || !isAsked.current) return
    isAsked.current = false
    void run()
  })
}

function connectionOf({ draft: { config, permitirRedPrivada } }: ServidorForm): unknown {
  return { config, permitirRedPrivada }
}
