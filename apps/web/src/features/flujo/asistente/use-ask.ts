import type { PedirFlujo, PropuestaDeFlujo } from '@div/contract'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../../shared/api-client.ts'
import { describeError } from '../../../shared/api-error.ts'
import { isEqual } from '../../../shared/form/differences.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'
import { type Charla, freeNewIds, lastPropuesta } from './charla.ts'

/** Asks the assistant for a drawing. Whoever closes the panel, or stops it, waits for nothing any more. */
export function useAsk(charla: Charla | null, onCharla: (charla: Charla) => void) {
  const store = useEditorStore()
  const id = useEditor(({ stored }) => stored.id)
  const asking = useRef<AbortController | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => () => asking.current?.abort(), [])

  /** Answers whether it was answered. */
  async function ask(peticion: string): Promise<boolean> {
    const controller = new AbortController()
    asking.current = controller
    setIsAsking(true)
    setFailure(null)
    // Of a drawing that is another one by now nothing was talked over.
    const isSameDrawing = charla !== null && isEqual(charla.drawn, store.flujo)
    const { drawn, turnos } = isSameDrawing ? charla : { drawn: store.flujo, turnos: [] }
    const body: PedirFlujo = {
      peticion,
      flujo: { ...(lastPropuesta(isSameDrawing ? charla : null)?.flujo ?? drawn) },
      anteriores: turnos.slice(-MAX_ANTERIORES).map(({ peticion: earlier, propuesta }) => ({
        peticion: earlier,
        explicacion: propuesta.explicacion.slice(0, MAX_EXPLICACION),
      })),
    }
    try {
      const answer = await callApi<PropuestaDeFlujo>('POST', `procesos/${id}/asistente`, {
        body,
        signal: controller.signal,
      })
      const propuesta = freeNewIds(answer, { drawn, taken: store.takenIds })
      onCharla({ drawn, turnos: [...turnos, { peticion, propuesta }], isShown: true })
      return true
    } catch (reason) {
      if (!controller.signal.aborted) setFailure(describeError(reason))
      return false
    } finally {
      if (asking.current === controller) setIsAsking(false)
    }
  }

  function stop() {
    asking.current?.abort()
    asking.current = null
    setIsAsking(false)
  }

  return { ask, stop, isAsking, failure }
}

/** As the API takes them. */
const MAX_ANTERIORES = 10
const MAX_EXPLICACION = 20_000
