import type { Paso } from '@div/contract'
import { describeMs, JsonTree, Waterfall } from '@div/ui'
import { Alert, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { CorteNote, useCortes } from '../datos/corte-note.tsx'
import { colorOfEstado, EstadoBadge, EstadoIcon } from './estados.tsx'
import { firstLook, firstOf, type PlacedPaso, placePasos } from './place-pasos.ts'

interface TraceProps {
  pasos: readonly Paso[]
  /** Spans that were not kept. */
  omitidos: number
  /** Names of the nodes in the version that ran, by id. */
  nombres: ReadonlyMap<string, string>
  /** What can be done from a node, such as running again from it. */
  renderActions?: (paso: Paso) => ReactNode
  /** What of the run stands above, such as its drawing. */
  renderPicture?: (selected: string | null, onSelect: (nodo: string) => void) => ReactNode
  /** What is said of a run without any node. */
  empty?: ReactNode
}

/** What each node of a run did, when, with which data. The one that failed stands open. */
export function Trace({ pasos, omitidos, nombres, renderActions, renderPicture, empty }: TraceProps) {
  const trace = useMemo(() => placePasos(pasos, nombres), [pasos, nombres])
  const [chosen, setChosen] = useState<string | null>(null)
  const selected = trace.pasos.find(({ id }) => id === (chosen ?? firstLook(trace)))
  if (trace.pasos.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty ?? 'Ningún nodo llegó a ejecutarse.'}
      </Text>
    )
  }
  return (
    <Stack gap="lg">
      {renderPicture?.(selected?.paso.nodo ?? null, (nodo) => setChosen(firstOf(trace, nodo)))}
      <Waterfall
        label="Nodos en el tiempo"
        totalMs={trace.totalMs}
        spans={trace.pasos.map(({ estado, ...span }) => ({
          ...span,
          mark: <EstadoIcon estado={estado} />,
          color: colorOfEstado(estado),
        }))}
        selected={selected?.id ?? null}
        onSelect={setChosen}
      />
      {omitidos > 0 && (
        <Text size="sm" c="dimmed">
          {omitidos === 1
            ? 'De un paso más no se guardó el detalle.'
            : `De ${omitidos.toLocaleString('es')} pasos más no se guardó el detalle.`}
        </Text>
      )}
      {selected && (
        <PasoDetail key={selected.id} placed={selected} actions={renderActions?.(selected.paso)} />
      )}
    </Stack>
  )
}

function PasoDetail({
  placed: { paso, label, durationMs },
  actions,
}: {
  placed: PlacedPaso
  actions: ReactNode
}) {
  const { estado, error, aviso, intentos, rama } = paso
  const facts = [
    durationMs !== null && describeMs(durationMs),
    intentos > 1 && `${intentos} intentos`,
    rama !== undefined && `siguió por «${rama}»`,
  ].filter((fact) => fact !== false)
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Title order={2} size="h3">
              {label}
            </Title>
            <EstadoBadge estado={estado} />
            <Text size="sm" c="dimmed">
              {facts.join(' · ')}
            </Text>
          </Group>
          {actions}
        </Group>
        {error && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={error.codigo}>
            {error.mensaje}
          </Alert>
        )}
        {aviso !== undefined && (
          <Alert color="yellow" variant="light" title="Falló y se siguió con los valores por omisión">
            {aviso}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <ValueBox title="Entrada" value={paso.entrada} />
          <ValueBox title="Salida" value={paso.salida} />
        </SimpleGrid>
        {error?.detalle !== undefined && <ValueBox title="Detalle del error" value={error.detalle} />}
      </Stack>
    </Paper>
  )
}

interface ValueBoxProps {
  title: string
  value: unknown
  /** The value itself rather than a sample: whatever it says, nothing was left out. */
  isWhole?: boolean
}

/** A value with its name; what was not kept says so. */
export function ValueBox({ title, value, isWhole = false }: ValueBoxProps) {
  const cortes = useCortes(value)
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      {value === undefined ? (
        <Text size="sm" c="dimmed">
          Sin datos.
        </Text>
      ) : (
        <>
          {!isWhole && <CorteNote cortes={cortes} />}
          <JsonTree value={value} label={title} />
        </>
      )}
    </div>
  )
}
