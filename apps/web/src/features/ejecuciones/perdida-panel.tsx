import type { PerdidaDetallada } from '@div/contract'
import { FormHelp, notify, readJson } from '@div/ui'
import { Alert, Anchor, Box, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '../../shared/api-error.ts'
import { EntradaJson } from '../../shared/entrada/entrada-json.tsx'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { usePerdida, useRetryPerdida } from './perdidas-api.ts'

interface PerdidaPanelProps {
  id: string
  onClose: () => void
}

/** One lost run beside the list: why, and with what it is begun again. */
export function PerdidaPanel({ id, onClose }: PerdidaPanelProps) {
  const { data, error, refetch, isPending } = usePerdida(id)
  if (data) return <LoadedPanel perdida={data} onClose={onClose} />
  return (
    <EditorPanel
      title="Ejecución perdida"
      onClose={onClose}
      isLoading={isPending}
      loadError={error}
      onRetry={() => void refetch()}
    >
      {null}
    </EditorPanel>
  )
}

interface LoadedPanelProps {
  perdida: PerdidaDetallada
  onClose: () => void
}

function LoadedPanel({ perdida, onClose }: LoadedPanelProps) {
  const { id, proceso, claveNegocio, aceptada, causa, entrada } = perdida
  const navigate = useNavigate()
  const mayRun = useCan('procesos.editar')
  const reintentar = useRetryPerdida(id)
  const [text, setText] = useState(() => JSON.stringify(entrada, null, 2))
  const source = readJson(text)
  const refusal = reintentar.error
  const mistakes = refusal instanceof ApiError ? refusal.errores : []

  async function retry() {
    if (!source.isValid) return
    const { reintentadas } = await reintentar.mutateAsync({ entrada: source.value })
    const [accepted] = reintentadas
    notify.success('Aceptada otra vez', 'Espera ya un worker.')
    if (accepted) navigate(`/ejecuciones/${accepted.idEjecucion}`)
  }

  return (
    <EditorPanel
      title={proceso ?? 'Ejecución perdida'}
      summary={
        <>
          {claveNegocio !== null && `Clave ${claveNegocio}. `}
          Aceptada <TimeAgo at={aceptada} />, perdida <TimeAgo at={perdida.perdida} />
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Anchor component={Link} to={`/ejecuciones/${id}`} size="sm">
            Ver la ejecución
          </Anchor>
          <Box flex={1} />
          {mayRun && (
            <Button
              disabled={!source.isValid}
              loading={reintentar.isPending}
              onClick={() => void retry().catch(() => undefined)}
            >
              Reintentar
            </Button>
          )}
        </>
      }
    >
      <Alert
        color="yellow"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title="Por qué se perdió"
      >
        {causa}
      </Alert>
      <FormHelp help="/docs/pool-asincrono#lo-que-se-pierde" root="">
        <Text size="sm" fw={500} mb={4}>
          Entrada
        </Text>
        <EntradaJson text={text} onChange={setText} source={source} mistakes={mistakes} />
      </FormHelp>
      {refusal && mistakes.length === 0 && <Alert color="red">{refusal.message}</Alert>}
    </EditorPanel>
  )
}
