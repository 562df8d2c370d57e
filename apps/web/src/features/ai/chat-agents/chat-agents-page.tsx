import type { AgenteResumen, ConversacionGuardada, EjecucionDeAgente } from '@div/contract'
import { EmptyState, ErrorState } from '@div/ui'
import { Alert, Button, Group, Select, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconPlayerStop, IconRobot, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { useCan } from '../../../shared/session.ts'
import { vistaOf } from '../agent-run/apply-evento.ts'
import { EjecucionView } from '../agent-run/ejecucion-view.tsx'
import { useEjecucion } from '../agent-run/use-ejecucion.ts'
import { ConversacionHeader } from '../conversaciones/conversacion-header.tsx'
import { LISTA_KEY, useConversacion } from '../conversaciones/conversaciones-api.ts'
import { ConversacionesPage } from '../conversaciones/conversaciones-page.tsx'
import classes from '../conversaciones/panel.module.css'
import { CHAT, CHAT_KEY, turnosKey, useAgentesPublicados, useTurnos } from './chat-agents-api.ts'

/** One conversation, which the address names, and the others beside it. */
export default function ChatAgentsPage() {
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const { data: agentes, error, refetch } = useAgentesPublicados()
  const conversacionId = params.get('conversacion')
  const { data: conversacion } = useConversacion(conversacionId)
  const agenteId = conversacion?.agente?.id ?? params.get('agente') ?? agentes?.[0]?.id ?? ''
  const ejecucion = useEjecucion(took)
  const begunId = ejecucion.vista?.conversacionId ?? null
  // A new one is in the list as soon as there is one.
  useEffect(() => {
    if (begunId !== null) void queries.invalidateQueries({ queryKey: LISTA_KEY })
  }, [begunId, queries])

  function took({ conversacionId: id }: EjecucionDeAgente) {
    void queries.invalidateQueries({ queryKey: LISTA_KEY })
    if (id === null) return
    void queries.invalidateQueries({ queryKey: turnosKey(id) })
    if (id !== conversacionId) setParams({ conversacion: id }, { replace: true, flushSync: true })
  }

  function open(next: { conversacion: string } | { agente: string }) {
    ejecucion.clear()
    // What is left goes on: what was known of it is old.
    void queries.invalidateQueries({ queryKey: CHAT_KEY })
    // At once: what is typed right after it is said in what was opened, not in what stood here before.
    setParams(next, { flushSync: true })
  }

  return (
    <ConversacionesPage
      clase="agente"
      title="Chat con agentes"
      summary="Pida algo a un agente: verá qué hace, y lo que cambie datos esperará su permiso."
      openId={conversacionId ?? begunId}
      onOpen={(id) => open(id === null ? { agente: agenteId } : { conversacion: id })}
      panel={
        agentes &&
        agentes.length > 0 && (
          <Chat
            agentes={agentes}
            agenteId={agenteId}
            conversacionId={conversacionId}
            conversacion={conversacion}
            ejecucion={ejecucion}
            onNew={(agente) => open({ agente })}
          />
        )
      }
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!agentes && !error && <Skeleton height={320} />}
      {agentes?.length === 0 && <NoAgentes />}
    </ConversacionesPage>
  )
}

function NoAgentes() {
  const mayCreate = useCan('ai-agents.crear')
  return (
    <EmptyState
      icon={IconRobot}
      title="Todavía no hay agentes publicados"
      text="Quien administra crea agentes, los prueba y los publica. Desde entonces se habla con ellos aquí."
      action={
        <>
          {mayCreate && (
            <Button component={Link} to="/ai-agents">
              Ir a Agentes
            </Button>
          )}
          <GuiaLink to="/documentacion/agentes">agentes</GuiaLink>
        </>
      }
    />
  )
}

interface ChatProps {
  agentes: readonly AgenteResumen[]
  agenteId: string
  /** Null: it is stored with what is said first. */
  conversacionId: string | null
  conversacion: ConversacionGuardada | undefined
  ejecucion: ReturnType<typeof useEjecucion>
  /** Begins one with this agente. */
  onNew: (agenteId: string) => void
}

/** What is said in one conversation. */
function Chat({ agentes, agenteId, conversacionId, conversacion, ejecucion, onNew }: ChatProps) {
  const { data: turnos = [] } = useTurnos(conversacionId)
  const end = useRef<HTMLDivElement>(null)
  const { vista, isRunning, failure } = ejecucion
  // What is followed here is shown as it goes on, and not as it was stored.
  const shown = turnos.filter(({ id }) => id !== vista?.id)
  // Begun before this page was opened, or on another one.
  const goingOn = shown.find(({ estado }) => estado === 'ejecutando')
  const isBusy = isRunning || goingOn !== undefined
  const steps = vista ? vista.pasos.length : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new stands below.
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'nearest' })
  }, [steps, shown.length, isRunning])

  const waits = [...shown.map(({ estado }) => estado), vista?.final?.estado].includes('espera')
  return (
    <section className={classes.panel} aria-label={conversacion?.titulo || 'Conversación'}>
      {conversacion && <ConversacionHeader conversacion={conversacion} onRemoved={() => onNew(agenteId)} />}
      <div className={classes.dichos} role="log" aria-label="Mensajes">
        {shown.map((turno) => (
          <EjecucionView
            key={turno.id}
            vista={vistaOf(turno)}
            onDecide={isBusy ? undefined : (decisiones) => void ejecucion.decide(vistaOf(turno), decisiones)}
          />
        ))}
        {vista && (
          <EjecucionView vista={vista} onDecide={(decisiones) => void ejecucion.decide(vista, decisiones)} />
        )}
        <div ref={end} />
      </div>
      {failure && (
        <Alert color="red" variant="light" title="No se pudo">
          {failure}
        </Alert>
      )}
      <Group gap="sm" align="flex-end">
        <Select
          label="Agente"
          size="xs"
          w={200}
          allowDeselect={false}
          // A conversation is with one of them.
          disabled={conversacionId !== null || isRunning}
          data={agentes.map(({ id, nombre }) => ({ value: id, label: nombre }))}
          value={agenteId}
          onChange={(agente) => agente && onNew(agente)}
        />
        <Text size="xs" c="dimmed" flex="1 1 160px" lineClamp={2}>
          {agentes.find(({ id }) => id === agenteId)?.descripcion}
        </Text>
      </Group>
      <Compose
        isRunning={isBusy}
        isWaiting={waits}
        onStop={() => void ejecucion.stop(isRunning ? undefined : goingOn?.id)}
        onSend={(mensaje) =>
          void ejecucion.begin(CHAT, {
            ...{ agenteId, mensaje },
            ...(conversacionId !== null && { conversacionId }),
          })
        }
      />
    </section>
  )
}

interface ComposeProps {
  isRunning: boolean
  isWaiting: boolean
  onSend: (mensaje: string) => void
  onStop: () => void
}

function Compose({ isRunning, isWaiting, onSend, onStop }: ComposeProps) {
  const [mensaje, setMensaje] = useState('')
  const maySend = mensaje.trim() !== '' && !isRunning

  function send() {
    if (!maySend) return
    onSend(mensaje)
    setMensaje('')
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <Stack gap={4}>
      <Group align="flex-end" wrap="nowrap" gap="sm">
        <Textarea
          label="Mensaje"
          placeholder="Escriba qué necesita"
          flex={1}
          autosize
          minRows={1}
          maxRows={8}
          value={mensaje}
          onChange={({ currentTarget }) => setMensaje(currentTarget.value)}
          onKeyDown={onKey}
        />
        {isRunning ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={onStop}>
            Detener
          </Button>
        ) : (
          <Button leftSection={<IconSend size={16} aria-hidden />} disabled={!maySend} onClick={send}>
            Enviar
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {isWaiting
          ? 'El agente espera su permiso. Puede darlo arriba, o pedirle otra cosa.'
          : 'Intro envía; Mayús e Intro, otra línea.'}
      </Text>
    </Stack>
  )
}
