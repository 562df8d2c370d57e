import type { NodoDelCluster } from '@div/contract'
import { ConfirmDialog, EmptyState, notify, PageHeader } from '@div/ui'
import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconServerBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { useNodos } from '../../shared/use-nodos.ts'
import { isLastActive } from './describe-nodo.ts'
import { NodoCard } from './nodo-card.tsx'
import { type PeticionDeNodo, useAskNodo } from './nodos-api.ts'

interface Asked {
  nodo: NodoDelCluster
  peticion: 'drenar' | 'reiniciar'
}

const DONE: Readonly<Record<PeticionDeNodo, string>> = {
  drenar: 'El nodo deja de tomar trabajo',
  reanudar: 'El nodo vuelve a tomar trabajo',
  reiniciar: 'Los workers se reinician de uno en uno',
}

/** What the product runs on, as its processes tell of themselves every second. */
export default function NodosPage() {
  const { data, error, refetch } = useNodos()
  const { mutateAsync, isPending } = useAskNodo()
  const [asked, setAsked] = useState<Asked | null>(null)

  async function ask(nodo: NodoDelCluster, peticion: PeticionDeNodo) {
    await mutateAsync({ id: nodo.id, peticion })
    notify.success(DONE[peticion], nodo.equipo)
  }

  function choose(nodo: NodoDelCluster, peticion: PeticionDeNodo) {
    if (peticion !== 'reanudar') return setAsked({ nodo, peticion })
    ask(nodo, peticion).catch((reason: unknown) => notify.error('No se pudo reanudar', describeError(reason)))
  }

  if (error !== null && data === undefined) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Stack gap="lg">
      <div>
        <Anchor component={Link} to="/configuracion" size="sm" c="dimmed">
          <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> Configuración
        </Anchor>
        <PageHeader
          title="Nodos"
          summary="Los equipos en los que corre DIV y sus procesos, según su último latido."
        />
      </div>
      {data === undefined && <Skeleton height={240} role="status" aria-label="Cargando..." />}
      {data?.length === 0 && (
        <EmptyState
          icon={IconServerBolt}
          title="Ningún nodo ha dado señales de vida"
          text="Cada proceso escribe un latido por segundo. Los de este equipo aparecen en cuanto arrancan."
          action={<GuiaLink to="/documentacion/operacion">operación</GuiaLink>}
        />
      )}
      {data?.map((nodo) => (
        <NodoCard key={nodo.id} nodo={nodo} isBusy={isPending} onAsk={(peticion) => choose(nodo, peticion)} />
      ))}
      {asked !== null && (
        <AskDialog
          asked={asked}
          isLast={isLastActive(asked.nodo, data ?? [])}
          onConfirm={() => ask(asked.nodo, asked.peticion)}
          onClose={() => setAsked(null)}
        />
      )}
    </Stack>
  )
}

interface AskDialogProps {
  asked: Asked
  isLast: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
}

function AskDialog({ asked: { nodo, peticion }, isLast, onConfirm, onClose }: AskDialogProps) {
  if (peticion === 'reiniciar') {
    return (
      <ConfirmDialog
        title={`Reiniciar los workers de ${nodo.equipo}`}
        confirm="Reiniciar"
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <Text size="sm">
          Uno tras otro: arranca el nuevo, y el anterior termina lo que tiene. Las llamadas no se cortan.
        </Text>
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={`Drenar ${nodo.equipo}`}
      confirm="Drenar"
      isDangerous={isLast}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text size="sm">
        Deja de tomar trabajo de la cola y responde 503 en /health/ready para que el balanceador no le mande
        más llamadas. Termina lo que tiene; se puede reanudar.
      </Text>
      {isLast && (
        <Text size="sm" fw={600}>
          Es el único que toma trabajo: lo aceptado esperará en la cola, y un balanceador se quedará sin
          motor.
        </Text>
      )}
    </ConfirmDialog>
  )
}
