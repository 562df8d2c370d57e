import type { AgenteResumen, EjecucionDeAgente } from '@div/contract'
import { EmptyState, ErrorState, PageHeader } from '@div/ui'
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
import {
  CHAT,
  CHAT_KEY,
  CONVERSACIONES_KEY,
  turnosKey,
  useAgentesPublicados,
  useTurnos,
} from './chat-agents-api.ts'
import classes from './chat-agents-page.module.css'
import { ConversacionesList } from './conversaciones-list.tsx'

export default function ChatAgentsPage() {
  const { data: agentes, error, refetch } = useAgentesPublicados()
  return (
    <Stack gap="lg">
      <PageHeader
        title="Chat con agentes"
        summary="Pida algo a un agente: verá qué hace, y lo que cambie datos esperará su permiso."
      />
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!agentes && !error && <Skeleton height={320} />}
      {agentes?.length === 0 && <NoAgentes />}
      {agentes && agentes.length > 0 && <Chat agentes={agentes} />}
    </Stack>
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

/** One conversation, which the address names, and the others beside it. */
function Chat({ agentes }: { agentes: readonly AgenteResumen[] }) {
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const conversacionId = params.get('conversacion')
  const { data: turnos = [] } = useTurnos(conversacionId)
  const agenteId = turnos[0]?.agenteId ?? params.get('agente') ?? agentes[0]?.id ?? ''
  const end = useRef<HTMLDivElement>(null)
  const ejecucion = useEjecucion(took)
  const { vista, isRunning, failure } = ejecucion

  function took({ conversacionId: id }: EjecucionDeAgente) {
    void queries.invalidateQueries({ queryKey: CONVERSACIONES_KEY })
    if (id === null) return
    void queries.invalidateQueries({ queryKey: turnosKey(id) })
    if (id !== conversacionId) setParams({ conversacion: id }, { replace: true, flushSync: true })
  }

  function open(next: Record<string, string>) {
    ejecucion.clear()
    // What is left goes on: what was known of it is old.
    void queries.invalidateQueries({ queryKey: CHAT_KEY })
    // At once: what is typed right after it is said in what was opened, not in what stood here before.
    setParams(next, { flushSync: true })
  }

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
    <div className={classes.layout}>
      <ConversacionesList
        current={conversacionId}
        onOpen={(id) => open({ conversacion: id })}
        onNew={() => open({ agente: agenteId })}
      />
      <Stack gap="md" className={classes.chat ?? ''}>
        <Select
          label="Agente"
          allowDeselect={false}
          // A conversation is with one of them.
          disabled={conversacionId !== null || isRunning}
          data={agentes.map(({ id, nombre }) => ({ value: id, label: nombre }))}
          value={agenteId}
          onChange={(agente) => agente && open({ agente })}
        />
        <Text size="sm" c="dimmed">
          {agentes.find(({ id }) => id === agenteId)?.descripcion}
        </Text>
        <section className={classes.turns} aria-label="Conversación">
          {shown.map((turno) => (
            <EjecucionView
              key={turno.id}
              vista={vistaOf(turno)}
              onDecide={
                isBusy ? undefined : (decisiones) => void ejecucion.decide(vistaOf(turno), decisiones)
              }
            />
          ))}
          {vista && (
            <EjecucionView
              vista={vista}
              onDecide={(decisiones) => void ejecucion.decide(vista, decisiones)}
            />
          )}
          <div ref={end} />
        </section>
        {failure && (
          <Alert color="red" variant="light" title="No se pudo">
            {failure}
          </Alert>
        )}
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
      </Stack>
    </div>
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
