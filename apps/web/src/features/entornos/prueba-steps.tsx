import type { EntornoProbado } from '@div/contract'
import { describeMs } from '@div/ui'
import { Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'

const STATES = {
  bien: { icon: IconCircleCheck, color: 'green', word: 'Bien' },
  falla: { icon: IconCircleX, color: 'red', word: 'Falla' },
  sinHacer: { icon: IconCircleDashed, color: 'gray', word: 'Sin hacer' },
} as const

type Paso = EntornoProbado['pasos'][number]

/** A test of another DIV, layer by layer, and what its key may do there. */
export function PruebaSteps({ prueba: { ok, pasos, usuario, version } }: { prueba: EntornoProbado }) {
  const failed = pasos.findIndex((paso) => !paso.ok)
  return (
    <Stack gap="xs" role="status">
      {pasos.map((paso, index) => (
        <Step key={paso.nombre} paso={paso} state={stateAt(index, failed)} />
      ))}
      {ok && usuario && (
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          Responde: DIV {version}. {describeUsuario(usuario)}
        </Text>
      )}
    </Stack>
  )
}

function stateAt(index: number, failed: number): keyof typeof STATES {
  if (failed === -1 || index < failed) return 'bien'
  return index === failed ? 'falla' : 'sinHacer'
}

function Step({ paso: { nombre, duracionMs, error }, state }: { paso: Paso; state: keyof typeof STATES }) {
  const { icon: Icon, color, word } = STATES[state]
  return (
    <div>
      <Group gap="sm" wrap="nowrap">
        <Icon
          size={18}
          stroke={1.75}
          role="img"
          aria-label={word}
          style={{ flex: 'none', color: `var(--mantine-color-${color}-text)` }}
        />
        <Text size="sm" fw={500} flex={1}>
          {nombre}
        </Text>
        <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {state === 'sinHacer' ? 'no se hizo' : describeMs(duracionMs)}
        </Text>
      </Group>
      {state === 'falla' && (
        <Text size="sm" c="red" pl={26} style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
    </div>
  )
}

function describeUsuario({ username, role }: NonNullable<EntornoProbado['usuario']>): string {
  const may = role === 'lectura' ? 'sirve para comparar, no para promover' : 'sirve para comparar y promover'
  return `La clave es de «${username}» (${role}): ${may}.`
}
