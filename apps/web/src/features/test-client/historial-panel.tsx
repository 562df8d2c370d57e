import type { PeticionEnviada } from '@div/contract'
import { describeMs, EmptyState, relativeTime } from '@div/ui'
import { Badge, Button, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { useNow } from '../../shared/use-now.ts'
import classes from './test-client.module.css'
import { useForgetHistorial, useHistorial } from './test-client-api.ts'

interface HistorialPanelProps {
  onOpen: (enviada: PeticionEnviada) => void
  onClose: () => void
}

/** What this person sent. */
export function HistorialPanel({ onOpen, onClose }: HistorialPanelProps) {
  const { data: enviadas, error, refetch } = useHistorial()
  const forget = useForgetHistorial()
  const now = useNow(60_000)
  return (
    <EditorPanel title="Historial" summary="Solo lo ve usted. Sin tokens ni contraseñas." onClose={onClose}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && enviadas === undefined && <Skeleton height={120} role="status" aria-label="Cargando..." />}
      {enviadas?.length === 0 && (
        <EmptyState
          icon={IconHistory}
          title="Todavía no envió nada"
          text="Cada petición que envíe queda aquí, lista para repetirla."
          action={
            <Button variant="default" onClick={onClose}>
              Escribir una petición
            </Button>
          }
        />
      )}
      {enviadas !== undefined && enviadas.length > 0 && (
        <Stack gap={2}>
          {enviadas.map((enviada) => (
            <UnstyledButton
              key={enviada.id}
              className={classes.entry ?? ''}
              onClick={() => onOpen(enviada)}
              title={enviada.error ?? undefined}
            >
              <Badge size="sm" variant="light" color="gray" miw={56}>
                {enviada.peticion.metodo}
              </Badge>
              <span className={classes.entryText}>{addressOf(enviada)}</span>
              <Text span size="xs" c={isFailed(enviada) ? 'red' : 'dimmed'} style={{ flex: 'none' }}>
                {enviada.estado ?? 'sin respuesta'} · {describeMs(enviada.duracionMs)} ·{' '}
                {relativeTime(Date.parse(enviada.momento), now)}
              </Text>
            </UnstyledButton>
          ))}
          <Button
            mt="md"
            variant="subtle"
            color="gray"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => void forget()}
          >
            Vaciar el historial
          </Button>
        </Stack>
      )}
    </EditorPanel>
  )
}

function addressOf({ peticion: { destino } }: PeticionEnviada): string {
  if (destino.tipo === 'externa') return destino.url
  return destino.ruta === '' ? (destino.operacion ?? '') : destino.ruta
}

function isFailed({ estado }: PeticionEnviada): boolean {
  return estado === null || estado >= 400
}
