import type { EntornoGuardado, PeticionGuardada } from '@div/contract'
import { useEffect, useRef, useState } from 'react'
import { checkAserciones } from './check-aserciones.ts'
import { describeFallo } from './describe-fallo.ts'
import { describeMissing } from './peticion-draft.ts'
import { useSend } from './test-client-api.ts'

export interface Ejecutada {
  cumple: boolean
  /** Of what is not as it was wanted. */
  motivos: readonly string[]
}

const NONE: ReadonlyMap<string, Ejecutada> = new Map()

/** Sends peticiones one after another, and looks at each answer. */
export function useRunColeccion() {
  const [results, setResults] = useState(NONE)
  const [isRunning, setIsRunning] = useState(false)
  const waiting = useRef<AbortController | null>(null)
  const send = useSend()
  useEffect(() => () => waiting.current?.abort(), [])

  async function start(
    peticiones: readonly PeticionGuardada[],
    entorno: EntornoGuardado | undefined,
  ): Promise<void> {
    const controller = new AbortController()
    waiting.current = controller
    setResults(NONE)
    setIsRunning(true)
    for (const guardada of peticiones) {
      const ejecutada = await runOne(guardada, entorno, controller.signal)
      if (controller.signal.aborted) break
      setResults((known) => new Map(known).set(guardada.id, ejecutada))
    }
    setIsRunning(false)
  }

  async function runOne(
    { peticion, aserciones }: PeticionGuardada,
    entorno: EntornoGuardado | undefined,
    signal: AbortSignal,
  ): Promise<Ejecutada> {
    try {
      const respuesta = await send(peticion, entorno?.id ?? null, signal)
      // Where nothing is wanted of it, an answer that is no failure is right.
      if (aserciones.length === 0)
        return {
          cumple: respuesta.estado < 400,
          motivos: respuesta.estado < 400 ? [] : [`HTTP ${respuesta.estado}`],
        }
      const motivos = checkAserciones(aserciones, respuesta).flatMap(({ cumple, mensaje }) =>
        cumple ? [] : [mensaje],
      )
      return { cumple: motivos.length === 0, motivos }
    } catch (reason) {
      const { titulo, mensaje } = describeFallo(reason, peticion)
      return { cumple: false, motivos: [`${titulo}. ${describeMissing([peticion], entorno) ?? mensaje}`] }
    }
  }

  return { results, isRunning, start, stop: () => waiting.current?.abort() }
}
