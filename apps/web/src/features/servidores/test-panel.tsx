import type { ResultadoDePrueba } from '@div/contract'
import { describeMs } from '@div/ui'
import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconPlugConnected } from '@tabler/icons-react'
import { adviceFor, type StepState, stepStateOf } from './test-advice.ts'
import classes from './test-panel.module.css'
import type { ConnectionTest } from './use-connection-test.ts'

/** The connection, layer by layer, and whether that still tells of what stands in the form. */
export function TestPanel({ test: { result, isStale, failure, isRunning, run } }: { test: ConnectionTest }) {
  return (
    <Paper p="lg" component="section" aria-label="Prueba de conexión">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4">
            Prueba de conexión
          </Title>
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlugConnected size={14} aria-hidden />}
            onClick={() => void run()}
            loading={isRunning}
          >
            Probar
          </Button>
        </Group>
        <div aria-live="polite">
          {isRunning && (
            <Group gap="sm">
              <Loader size="xs" />
              <Text size="sm" c="dimmed">
                Probando capa por capa…
              </Text>
            </Group>
          )}
          {failure !== null && (
            <Alert color="red" variant="light">
              {failure}
            </Alert>
          )}
          {result && isStale && (
            <Text size="sm" c="dimmed">
              Cambió la conexión desde la última prueba: pruebe otra vez.
            </Text>
          )}
          {result && !isStale && <Steps result={result} />}
          {!isRunning && result === null && failure === null && (
            <Text size="sm" c="dimmed">
              Comprueba nombre, red, cifrado, inicio de sesión y una consulta, con los datos del formulario.
              No hace falta guardar antes.
            </Text>
          )}
        </div>
      </Stack>
    </Paper>
  )
}

function Steps({ result: { ok, pasos, version } }: { result: ResultadoDePrueba }) {
  return (
    <Stack gap="md">
      <ol className={classes.steps}>
        {pasos.map((paso, index) => {
          const state = stepStateOf(pasos, index)
          return (
            <li key={paso.nombre} className={classes.step} data-state={state}>
              <StepIcon state={state} />
              <div className={classes.text}>
                <Group justify="space-between" gap="sm" wrap="nowrap">
                  <Text size="sm" fw={500} {...(state === 'skipped' && { c: 'dimmed' })}>
                    {paso.nombre}
                  </Text>
                  <Text size="xs" c="dimmed" style={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
                    {state === 'skipped' ? 'no se hizo' : describeMs(paso.duracionMs)}
                  </Text>
                </Group>
                {state === 'failed' && (
                  <>
                    <Text size="sm" c="red" className={classes.error}>
                      {paso.error}
                    </Text>
                    <Text size="sm" c="dimmed" mt={4}>
                      {adviceFor(paso.nombre, pasos)}
                    </Text>
                  </>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {ok && (
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          Responde{version === undefined ? '.' : `: ${version}`}
        </Text>
      )}
    </Stack>
  )
}

const ICONS = { ok: IconCircleCheck, failed: IconCircleX, skipped: IconCircleDashed }
const COLORS = { ok: 'green', failed: 'red', skipped: 'gray' }
const WORDS = { ok: 'Bien', failed: 'Falla', skipped: 'Sin hacer' }

function StepIcon({ state }: { state: StepState }) {
  const Icon = ICONS[state]
  return (
    <Icon
      size={18}
      stroke={1.75}
      role="img"
      aria-label={WORDS[state]}
      style={{ flex: 'none', color: `var(--mantine-color-${COLORS[state]}-text)` }}
    />
  )
}
