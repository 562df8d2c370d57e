import type { Conversacion, ServidorDeChat } from '@div/contract'
import { ErrorState, FormHelp, notify } from '@div/ui'
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { describeError, explainError } from '../../../shared/api-error.ts'
import { ConversacionHeader } from '../conversaciones/conversacion-header.tsx'
import { changeConversacion, useConversacion } from '../conversaciones/conversaciones-api.ts'
import classes from '../conversaciones/panel.module.css'
import { createConversacion, loadEarlier, useMensajes } from './chat-api.ts'
import { EleccionBar } from './eleccion-bar.tsx'
import { MensajeInput } from './mensaje-input.tsx'
import { MensajeView } from './mensaje-view.tsx'
import { useRespuesta } from './use-respuesta.ts'

interface ConversacionViewProps {
  /** Null: it is stored with its first message. */
  id: string | null
  nueva: Conversacion
  servidores: readonly ServidorDeChat[]
  onOpen: (id: string | null) => void
}

/** How far from the end one may be and still be taken along. */
const NEAR_PX = 120
/** Of `ConversacionHeader`: what stands below it does not move when it comes. */
const HEADER_HEIGHT = 24.5

export function ConversacionView({ id, nueva, servidores, onOpen }: ConversacionViewProps) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(nueva)
  const { data: guardada, error: notFound, refetch } = useConversacion(id)
  const { data: dichos, error: unread, refetch: readAgain } = useMensajes(id)
  const mensajes = dichos?.mensajes ?? []
  const last = mensajes.at(-1)
  const respuesta = useRespuesta(id, last)
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const openId = useRef(id)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said last is what the page moves for.
  useEffect(() => {
    const box = scroller.current
    if (openId.current !== id) isAtEnd.current = true
    openId.current = id
    if (box && isAtEnd.current) box.scrollTop = box.scrollHeight
  }, [id, last?.id, last?.texto, last?.estado])

  const eleccion = guardada ?? draft

  async function change(changes: Partial<Conversacion>) {
    if (!guardada) return setDraft({ ...draft, ...changes })
    try {
      await changeConversacion(client, guardada, changes)
    } catch (error) {
      notify.error('No se cambió la conversación', describeError(error))
    }
  }

  /** The conversation that is written in; a new one is stored now. */
  async function ensureId(): Promise<string> {
    return id ?? createConversacion(client, draft)
  }

  const error = notFound ?? unread
  if (id !== null && error)
    return (
      <div className={classes.panel}>
        <ErrorState
          message={error.message}
          onRetry={() => {
            void refetch()
            void readAgain()
          }}
        />
      </div>
    )
  return (
    <section className={classes.panel} aria-label={guardada?.titulo || 'Conversación'}>
      {id !== null && !guardada && <Skeleton height={HEADER_HEIGHT} width={240} />}
      {guardada && <ConversacionHeader conversacion={guardada} onRemoved={() => onOpen(null)} />}
      <div
        ref={scroller}
        className={classes.dichos}
        role="log"
        aria-label="Mensajes"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
        }}
      >
        {id !== null && !dichos && <Skeleton height={160} />}
        {id !== null && dichos?.hayAntes && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              isAtEnd.current = false
              loadEarlier(client, id).catch((reason: unknown) =>
                notify.error('No se leyeron los mensajes anteriores', describeError(reason)),
              )
            }}
          >
            Ver mensajes anteriores
          </Button>
        )}
        {mensajes.length === 0 && (id === null || dichos) && <Saludo />}
        {id !== null &&
          mensajes.map((mensaje) => (
            <MensajeView
              key={mensaje.id}
              conversacionId={id}
              mensaje={mensaje}
              onRepeat={
                mensaje === last && mensaje.rol === 'asistente' && mensaje.estado !== 'generando'
                  ? () => respuesta.repeat(mensaje.id)
                  : undefined
              }
            />
          ))}
      </div>
      {respuesta.error !== null && (
        <Alert color="red" variant="light">
          {explainError(respuesta.error)}
        </Alert>
      )}
      <FormHelp help="/documentacion/chat" root="">
        <Stack gap="sm">
          <EleccionBar eleccion={eleccion} servidores={servidores} onChange={change} />
          <MensajeInput
            conversacionId={id}
            isAnswering={last?.estado === 'generando'}
            ensureId={ensureId}
            onStart={(started) => {
              // Whoever has gone elsewhere meanwhile is not fetched back.
              if (openId.current !== id) return
              isAtEnd.current = true
              if (started !== id) onOpen(started)
            }}
            onSay={respuesta.say}
            onStop={respuesta.stop}
          />
        </Stack>
      </FormHelp>
    </section>
  )
}

function Saludo() {
  return (
    <Text c="dimmed" size="sm" ta="center" m="auto" maw={420}>
      Escriba su primera pregunta. Puede adjuntar archivos y elegir colecciones de documentos para que la
      respuesta se apoye en ellos.
    </Text>
  )
}
