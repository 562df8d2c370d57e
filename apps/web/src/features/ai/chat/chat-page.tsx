import type { Conversacion } from '@div/contract'
import { EmptyState, ErrorState } from '@div/ui'
import { Button, Skeleton } from '@mantine/core'
import { IconMessageCircle, IconPlus, IconSparkles } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { NUEVO_CON_MODELOS } from '../../../shared/servidores/con-modelos.ts'
import { useCan } from '../../../shared/session.ts'
import { ConversacionesPage } from '../conversaciones/conversaciones-page.tsx'
import { useServidoresDeChat } from './chat-api.ts'
import { ConversacionView } from './conversacion-view.tsx'

/** What a new conversation begins with, until its user says something else. */
const NUEVA: Conversacion = { titulo: '', servidorId: null, modelo: '', colecciones: [], contextos: [] }

export default function ChatPage() {
  const [params, setParams] = useSearchParams()
  const { data: servidores, error, refetch } = useServidoresDeChat()
  const openId = params.get('ver')
  const open = (id: string | null) => {
    // At once: what is typed right after it is said in what was opened, not in what stood here before.
    setParams(id === null ? {} : { ver: id }, { flushSync: true })
  }
  return (
    <ConversacionesPage
      clase="chat"
      title="Chat AI Classic"
      summary="Converse con un modelo, con sus archivos y sus documentos a la vista. Solo usted ve sus conversaciones."
      openId={openId}
      onOpen={open}
      panel={
        servidores &&
        (servidores.length > 0 || openId !== null) && (
          <ConversacionView
            id={openId}
            nueva={{
              ...NUEVA,
              servidorId: (servidores.find(({ activo }) => activo) ?? servidores[0])?.id ?? null,
            }}
            servidores={servidores}
            onOpen={open}
          />
        )
      }
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!servidores && !error && <Skeleton height={320} />}
      {servidores && servidores.length === 0 && openId === null && <SinServidor />}
    </ConversacionesPage>
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
            <Button component={Link} to={NUEVO_CON_MODELOS} leftSection={<IconPlus size={16} aria-hidden />}>
              Crear servidor
            </Button>
          )}
          <GuiaLink to="/documentacion/chat">conversar con un modelo</GuiaLink>
        </>
      }
    />
  )
}
