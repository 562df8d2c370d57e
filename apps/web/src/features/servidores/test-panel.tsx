import type { ErrorDeCampo, ResultadoDePrueba } from '@div/contract'
import { describeMs, listUnread } from '@div/ui'
import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconPlugConnected } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, describeError } from '../../shared/api-error.ts'
import { type ServidorForm, testDraft, testStored } from './servidores-api.ts'
import { adviceFor, type StepState, stepStateOf } from './test-advice.ts'
import classes from './test-panel.module.css'

/** Tries the connection layer by layer: what stands in the form, whether it is stored or not. */
export function TestPanel({ id, form }: { id: string | null; form: ServidorForm }) {
  const queries = useQueryClient()
  const [result, setResult] = useState<ResultadoDePrueba | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isRunning, setIsRunning] = useState(false)

  async function run() {
    setResult(null)
    setFailure(null)
    const unread = listUnread(form.draft)
    if (unread.length > 0) return refuse(unread)
    setIsRunning(true)
    try {
      const tested = await (id === null || form.isDirty ? testDraft(form.draft, id) : testStored(id))
      setResult(tested)
      form.showErrors(tested.pasos.flatMap(({ errores = [] }) => errores))
      void queries.invalidateQueries({ queryKey: ['servidores', 'lista'] })
      void queries.invalidateQueries({ queryKey: ['servidores', 'estado', id] })
    } catch (refusal) {
      const errores = refusal instanceof ApiError ? refusal.errores : []
      if (errores.length > 0) return refuse(errores)
      setFailure(describeError(refusal))
    } finally {
      setIsRunning(false)
    }
  }

  function refuse(errores: readonly ErrorDeCampo[]) {
    form.showErrors(errores)
    setFailure('Corrija los datos que se marcan y pruebe otra vez.')
  }

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
            onClick={run}
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
          {result && <Steps result={result} />}
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
