import type { Mensaje, MensajeNuevo } from '@div/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { followRespuesta, mensajesKey, stopRespuesta } from './chat-api.ts'

/** Before an answer is asked for again whose telling broke off. */
const AGAIN_MS = 1_500

type Pedido = Parameters<typeof followRespuesta>[1]['pedido']

export interface Respuesta {
  /** What could not be asked; null: nothing. */
  error: unknown
  say(id: string, mensaje: MensajeNuevo): Promise<boolean>
  repeat(mensajeId: string): void
  stop(): void
}

/** Asks and listens in one conversation; what is being answered when it is opened is followed, too. */
export function useRespuesta(id: string | null, last: Mensaje | undefined): Respuesta {
  const client = useQueryClient()
  const [failed, setFailed] = useState<{ id: string; error: unknown } | null>(null)
  const listening = useRef<{ id: string; leave: () => void } | null>(null)
  const [isListening, setIsListening] = useState(false)

  const listen = useCallback(
    async (to: string, pedido: Pedido): Promise<boolean> => {
      const abort = new AbortController()
      let isTaken = false
      let isLeft = false
      // A question that is on its way goes on: broken off, it might never arrive.
      const leave = () => {
        isLeft = true
        if (isTaken || pedido.tipo === 'seguir') abort.abort()
      }
      const onTaken = () => {
        isTaken = true
        if (!isLeft) return
        abort.abort()
        // What is known of that conversation is older.
        void client.invalidateQueries({ queryKey: mensajesKey(to) })
      }
      const own = { id: to, leave }
      listening.current = own
      setIsListening(true)
      setFailed(null)
      try {
        await followRespuesta(client, { id: to, pedido, signal: abort.signal, onTaken })
        return true
      } catch (reason) {
        if (abort.signal.aborted) return true
        // What is followed is tried again.
        if (pedido.tipo !== 'seguir') setFailed({ id: to, error: reason })
        return false
      } finally {
        if (listening.current === own) {
          listening.current = null
          setIsListening(false)
        }
      }
    },
    [client],
  )

  // Whoever goes elsewhere does not listen any more; the answer is written all the same.
  useEffect(
    () => () => {
      if (listening.current?.id !== id) return
      listening.current.leave()
      listening.current = null
      setIsListening(false)
    },
    [id],
  )

  const openId = last?.estado === 'generando' ? last.id : null
  const oido = useRef(0)
  oido.current = last?.texto.length ?? 0
  const tried = useRef<string | null>(null)
  useEffect(() => {
    if (id === null || openId === null || isListening) return
    const waitMs = tried.current === openId ? AGAIN_MS : 0
    const timer = setTimeout(() => {
      tried.current = openId
      void listen(id, { tipo: 'seguir', mensajeId: openId, desde: oido.current })
    }, waitMs)
    return () => clearTimeout(timer)
  }, [id, openId, isListening, listen])

  return {
    error: failed?.id === id ? failed.error : null,
    say: (to, mensaje) => listen(to, { tipo: 'decir', mensaje }),
    repeat(mensajeId) {
      if (id !== null) void listen(id, { tipo: 'repetir', mensajeId })
    },
    stop() {
      if (id === null || openId === null) return
      stopRespuesta(id, openId).catch((reason: unknown) => {
        setFailed({ id, error: reason })
        void client.invalidateQueries({ queryKey: mensajesKey(id) })
      })
    },
  }
}
