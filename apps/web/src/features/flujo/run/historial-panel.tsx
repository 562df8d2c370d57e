import type { EjecucionResumen } from '@div/contract'
import { describeMs, ErrorState, notify } from '@div/ui'
import { Anchor, Group, Select, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { describeError } from '../../../shared/api-error.ts'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { ESTADO_LABELS, EstadoBadge } from '../../../shared/trace/estados.tsx'
import { ORIGEN_LABELS } from '../../../shared/trace/origen-labels.ts'
import { useEditor } from '../store/use-editor.ts'
import { readEjecucion, useHistorial } from './run-api.ts'
import { RunOutcome } from './run-outcome.tsx'
import classes from './run-panel.module.css'
import { useRun } from './use-test-run.ts'

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The last runs of the proceso, wherever they came from; the one that is chosen is painted on the canvas. */
export function HistorialPanel() {
  const { id: procesoId } = useEditor(({ stored }) => stored)
  const shown = useEditor(({ mostrada }) => mostrada?.id)
  const [estado, setEstado] = useState('')
  const [origen, setOrigen] = useState('')
  const { data, error, refetch } = useHistorial(procesoId, { estado, origen })
  const run = useRun()
  const choose = async (id: string) => {
    try {
      run.show(await readEjecucion(id))
    } catch (reason) {
      notify.error('No se pudo mostrar la ejecución', describeError(reason))
    }
  }
  if (error !== null && data === undefined)
    return <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
  return (
    <div className={classes.columns}>
      <Stack gap="sm">
        <Group gap="sm" grow>
          <Select
            aria-label="Estado"
            placeholder="Estado"
            clearable
            data={optionsOf(ESTADO_LABELS)}
            value={estado || null}
            onChange={(next) => setEstado(next ?? '')}
          />
          <Select
            aria-label="Origen"
            placeholder="Origen"
            clearable
            data={optionsOf(ORIGEN_LABELS)}
            value={origen || null}
            onChange={(next) => setOrigen(next ?? '')}
          />
        </Group>
        {data?.length === 0 && (
          <Text size="sm" c="dimmed">
            No hay ejecuciones así.
          </Text>
        )}
        <ul className={classes.casos} aria-label="Ejecuciones del proceso">
          {data?.map((ejecucion) => (
            <EjecucionItem
              key={ejecucion.id}
              ejecucion={ejecucion}
              isShown={ejecucion.id === shown}
              onChoose={() => void choose(ejecucion.id)}
            />
          ))}
        </ul>
        <Anchor component={Link} to={`/ejecuciones?procesoId=${procesoId}`} size="sm">
          Todas sus ejecuciones
        </Anchor>
      </Stack>
      <RunOutcome />
    </div>
  )
}

interface EjecucionItemProps {
  ejecucion: EjecucionResumen
  isShown: boolean
  onChoose: () => void
}

function EjecucionItem({ ejecucion, isShown, onChoose }: EjecucionItemProps) {
  const { estado, inicio, duracionMs, version, origen, canal, errorMensaje } = ejecucion
  return (
    <li>
      <UnstyledButton className={classes.ejecucion} aria-pressed={isShown} onClick={onChoose}>
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <EstadoBadge estado={estado} />
          <Text size="xs" c="dimmed" component="span">
            <TimeAgo at={inicio} />
          </Text>
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {[
            version === null ? 'Borrador' : `Versión ${version}`,
            canal ?? ORIGEN_LABELS[origen],
            duracionMs === null ? null : describeMs(duracionMs),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </Text>
        {errorMensaje !== null && (
          <Text size="xs" truncate>
            {errorMensaje}
          </Text>
        )}
      </UnstyledButton>
    </li>
  )
}
