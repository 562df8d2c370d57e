import type { DecisionDeUso, EjecucionDeAgente, PasoDeAgente } from '@div/contract'
import { JsonTree } from '@div/ui'
import { Alert, Box, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { WayOut } from '../conversaciones/way-out.tsx'
import { showImporte } from '../importe/show-importe.ts'
import { type EjecucionVista, listPendientes } from './apply-evento.ts'
import { UsoCard } from './uso-card.tsx'

interface EjecucionViewProps {
  vista: EjecucionVista
  /** Absent: it is only looked at. */
  onDecide?: ((decisiones: readonly DecisionDeUso[]) => void) | undefined
}

const SAID = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

/** One run: what was asked, what it did, and what it answered. */
export function EjecucionView({ vista, onDecide }: EjecucionViewProps) {
  const { mensaje, pasos, texto, final } = vista
  const pendientes = listPendientes(vista)
  // Of several that wait each is decided by itself: the run does it, and waits for the others.
  const decideOne = onDecide && ((id: string, permitido: boolean) => onDecide([{ id, permitido }]))
  return (
    <Stack gap="sm">
      <Paper p="sm" bg="var(--mantine-primary-color-light)" ml="auto" maw="85%" aria-label="Usted">
        <Text size="sm" style={SAID}>
          {mensaje}
        </Text>
      </Paper>
      {pasos.map((paso, lugar) => (
        <Paso
          // Steps are never moved.
          // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by.
          key={lugar}
          paso={paso}
          onDecide={
            decideOne && paso.tipo === 'capacidad' && pendientes.includes(paso.id)
              ? (permitido) => decideOne(paso.id, permitido)
              : undefined
          }
        />
      ))}
      {texto !== '' && (
        <Text size="sm" style={SAID}>
          {texto}
        </Text>
      )}
      {final === null ? (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm" c="dimmed">
            Trabajando…
          </Text>
        </Group>
      ) : (
        <Final ejecucion={final} />
      )}
    </Stack>
  )
}

function Paso({
  paso,
  onDecide,
}: {
  paso: PasoDeAgente
  onDecide: ((permitido: boolean) => void) | undefined
}) {
  switch (paso.tipo) {
    case 'capacidad':
      return <UsoCard uso={paso} onDecide={onDecide} />
    case 'contexto':
      return (
        <Text size="xs" c="dimmed">
          {paso.motivo ??
            `Se le dijo el contexto «${paso.nombre}», ≈ ${paso.tokens.toLocaleString('es')} tokens.`}
        </Text>
      )
    case 'modelo':
      return (
        paso.texto !== '' && (
          <Text size="sm" style={SAID}>
            {paso.texto}
          </Text>
        )
      )
  }
}

function Final({ ejecucion }: { ejecucion: EjecucionDeAgente }) {
  const { estado, error, datos, tokens, tokensEstimados, importe, moneda, duracionMs } = ejecucion
  const cost = importe !== null && moneda !== null ? ` · ${showImporte(importe, moneda)}` : ''
  return (
    <>
      {error && (
        <Alert color="red" variant="light" title="No terminó">
          {error.mensaje} <WayOut codigo={error.codigo} />
        </Alert>
      )}
      {estado === 'detenida' && (
        <Text size="sm" c="dimmed">
          Se detuvo.
        </Text>
      )}
      {datos !== null && (
        <Box>
          <JsonTree value={datos} label="Datos de la respuesta" />
        </Box>
      )}
      <Text size="xs" c="dimmed">
        {(tokens.entrada + tokens.salida).toLocaleString('es')} tokens{cost} ·{' '}
        {(duracionMs / 1_000).toLocaleString('es', { maximumFractionDigits: 1 })} s
        {tokensEstimados && ' · estimado'}
      </Text>
    </>
  )
}
