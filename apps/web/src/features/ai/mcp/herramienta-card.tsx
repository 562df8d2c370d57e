import type { HerramientaDeMcp } from '@div/contract'
import { notify, TextDiff } from '@div/ui'
import { Badge, Button, Code, Collapse, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { explainError } from '../../../shared/api-error.ts'
import { useCan } from '../../../shared/session.ts'
import { describeDefinicion, ESTADO_LABELS } from './herramienta-state.ts'
import { useHerramientas } from './mcp-servers-api.ts'
import { ProbarHerramienta } from './probar-herramienta.tsx'

interface HerramientaCardProps {
  serverId: string
  herramienta: HerramientaDeMcp
}

/** One tool: what it says of itself, as text, and what somebody decided of it. */
export function HerramientaCard({ serverId, herramienta }: HerramientaCardProps) {
  const { nombre, titulo, descripcion, estado, esquema, salida, antes } = herramienta
  const [isOpen, setIsOpen] = useState(false)
  const [isTrying, setIsTrying] = useState(false)
  const mayEdit = useCan('servidores.editar')
  const { label, color } = ESTADO_LABELS[estado]
  return (
    <Paper p="md" component="article" aria-label={nombre}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} miw={0}>
            <Text ff="monospace" fz={13} fw={600} style={{ overflowWrap: 'anywhere' }}>
              {nombre}
            </Text>
            {titulo !== '' && <Text size="sm">{titulo}</Text>}
          </Stack>
          <Group gap="xs">
            {estado === 'permitida' && herramienta.escribe && <Badge color="yellow">Cambia datos</Badge>}
            <Badge color={color}>{label}</Badge>
          </Group>
        </Group>
        <Text
          size="sm"
          c="dimmed"
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          {...(!isOpen && { lineClamp: 8 })}
        >
          {descripcion === '' ? 'No dice nada de sí.' : descripcion}
        </Text>
        {antes && (
          <Stack gap="xs">
            <Group gap="xs" c="red" wrap="nowrap">
              <IconAlertTriangle size={18} aria-hidden />
              <Text size="sm" fw={500}>
                No es lo que se permitió
              </Text>
            </Group>
            <TextDiff
              before={describeDefinicion(antes)}
              after={describeDefinicion(herramienta)}
              label={`Qué cambió en ${nombre}`}
            />
          </Stack>
        )}
        <Group justify="space-between">
          <Group gap="sm">
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Ver menos' : 'Ver todo lo que dice'}
            </Button>
            {mayEdit && estado === 'permitida' && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-expanded={isTrying}
                onClick={() => setIsTrying(!isTrying)}
              >
                Probar
              </Button>
            )}
          </Group>
          {mayEdit && <Decision serverId={serverId} herramienta={herramienta} />}
        </Group>
        <Collapse expanded={isOpen}>
          <Code block>
            {JSON.stringify({ argumentos: esquema, ...(salida && { respuesta: salida }) }, null, 2)}
          </Code>
        </Collapse>
        {isTrying && <ProbarHerramienta serverId={serverId} herramienta={herramienta} />}
      </Stack>
    </Paper>
  )
}

/** Allowed or not, and whether it writes: what its server says of that is only where the switch begins. */
function Decision({ serverId, herramienta }: HerramientaCardProps) {
  const { nombre, huella, estado } = herramienta
  const [escribe, setEscribe] = useState(herramienta.escribe)
  const [isBusy, setIsBusy] = useState(false)
  const { permitir, retirar } = useHerramientas(serverId)
  const isKnown = estado !== 'nueva'

  async function run(work: () => Promise<void>) {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      notify.error(nombre, explainError(error))
    }
    setIsBusy(false)
  }

  return (
    <Group gap="sm">
      {estado !== 'retirada' && (
        <Switch
          label="Cambia datos"
          checked={escribe}
          disabled={isBusy}
          onChange={({ currentTarget: { checked } }) => {
            setEscribe(checked)
            if (estado === 'permitida') void run(() => permitir({ nombre, huella, escribe: checked }))
          }}
        />
      )}
      {isKnown && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          onClick={() => void run(() => retirar(nombre))}
        >
          Retirar
        </Button>
      )}
      {(estado === 'nueva' || estado === 'cambiada') && (
        <Button
          size="compact-sm"
          loading={isBusy}
          onClick={() => void run(() => permitir({ nombre, huella, escribe }))}
        >
          {estado === 'cambiada' ? 'Permitir lo que dice ahora' : 'Permitir'}
        </Button>
      )}
    </Group>
  )
}
