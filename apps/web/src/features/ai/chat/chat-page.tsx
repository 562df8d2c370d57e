import type { Conversacion } from '@div/contract'
import { EmptyState, ErrorState, PageHeader } from '@div/ui'
import { Button, Drawer, Group, Skeleton } from '@mantine/core'
import { IconMessageCircle, IconMessages, IconPlus, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { useCan } from '../../../shared/session.ts'
import { useServidoresDeChat } from './chat-api.ts'
import classes from './chat-page.module.css'
import { ConversacionView } from './conversacion-view.tsx'
import { ConversacionesList } from './conversaciones-list.tsx'

/** What a new conversation begins with, until its user says something else. */
const NUEVA: Conversacion = { titulo: '', servidorId: null, modelo: '', colecciones: [], contextos: [] }

export default function ChatPage() {
  const [params, setParams] = useSearchParams()
  const [isListOpen, setIsListOpen] = useState(false)
  const { data: servidores, error, refetch } = useServidoresDeChat()
  const openId = params.get('ver')
  const open = (id: string | null) => {
    // At once: what is typed right after it is said in what was opened, not in what stood here before.
    setParams(id === null ? {} : { ver: id }, { flushSync: true })
    setIsListOpen(false)
  }
  const list = <ConversacionesList openId={openId} onOpen={open} />
  return (
    <div className={classes.page}>
      <PageHeader
        title="Chat AI Classic"
        summary="Converse con un modelo, con sus archivos y sus documentos a la vista. Solo usted ve sus conversaciones."
        actions={
          <Group gap="sm">
            <Button
              className={classes.estrecha ?? ''}
              variant="default"
              leftSection={<IconMessages size={16} aria-hidden />}
              onClick={() => setIsListOpen(true)}
            >
              Conversaciones
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={openId === null}
              onClick={() => open(null)}
            >
              Nueva
            </Button>
          </Group>
        }
      />
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!servidores && !error && <Skeleton height={320} />}
      {servidores && servidores.length === 0 && openId === null && <SinServidor />}
      {servidores && (servidores.length > 0 || openId !== null) && (
        <div className={classes.body}>
          <aside className={classes.lista} aria-label="Conversaciones">
            {list}
          </aside>
          <ConversacionView
            id={openId}
            nueva={{
              ...NUEVA,
              servidorId: (servidores.find(({ activo }) => activo) ?? servidores[0])?.id ?? null,
            }}
            servidores={servidores}
            onOpen={open}
          />
        </div>
      )}
      <Drawer
        opened={isListOpen}
        onClose={() => setIsListOpen(false)}
        title="Conversaciones"
        closeButtonProps={{ 'aria-label': 'Cerrar' }}
      >
        {list}
      </Drawer>
    </div>
  )
}

function SinServidor() {
  const mayCreate = useCan('servidores.crear')
  return (
    <EmptyState
      icon={mayCreate ? IconSparkles : IconMessageCircle}
      title="Falta un servidor de modelos"
      text={
        mayCreate
          ? 'Para conversar hace falta un servidor de OpenAI (o compatible), Anthropic u Ollama. Créelo y vuelva aquí.'
          : 'Para conversar hace falta un servidor de OpenAI (o compatible), Anthropic u Ollama. Pida a un administrador que lo cree.'
      }
      action={
        <>
          {mayCreate && (
            <Button
              component={Link}
              to="/servidores/config/new"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Crear servidor
            </Button>
          )}
          <GuiaLink to="/documentacion/chat">conversar con un modelo</GuiaLink>
        </>
      }
    />
  )
}
