import { describeMs, ErrorState, FormHelp, MetricCard, notify } from '@div/ui'
import {
  Alert,
  Anchor,
  Button,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { campoOf } from '../../shared/form/campo-of.ts'
import { FormDialogs } from '../../shared/form/form-dialogs.tsx'
import { useNodos } from '../../shared/use-nodos.ts'
import { describeAvisos, describeDrenados, describeTiempo, statusOfFailures } from './describe-cola.ts'
import {
  AJUSTES,
  AJUSTES_FIELDS,
  type AjusteAsincrono,
  type PoolAsincronoForm,
  toAjustes,
  useCola,
  usePoolAsincronoForm,
} from './pool-asincrono-api.ts'
import classes from './pools.module.css'

const S_TO_MS = 1_000
/** As the fields write their own values. */
const WITH_DOTS = new Intl.NumberFormat('es', { useGrouping: 'always' })

/** The queue of accepted runs: what waits in it, and how it works. */
export function ColaSection() {
  return (
    <Stack component="section" gap="md" aria-label="Cola asíncrona">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h3">
            Cola asíncrona
          </Title>
          <Text size="sm" c="dimmed">
            Las llamadas de canales asíncronos y las tareas esperan aquí hasta que un worker las toma.
          </Text>
        </div>
        <Group gap="md">
          <Anchor component={Link} to="/ejecuciones/perdidas" size="sm">
            Ver las ejecuciones perdidas
          </Anchor>
          <Anchor component={Link} to="/ejecuciones/avisos-fallidos" size="sm">
            Ver los avisos fallidos
          </Anchor>
        </Group>
      </Group>
      <Drenados />
      <ColaCards />
      <AjustesForm />
    </Stack>
  )
}

/** Why what waits may go on waiting. */
function Drenados() {
  const told = describeDrenados(useNodos().data ?? [])
  if (told === null) return null
  return (
    <Alert color="yellow" p="sm" role="status">
      {told}{' '}
      <Anchor component={Link} to="/configuracion/nodos" size="sm" underline="always">
        Ver los nodos
      </Anchor>
    </Alert>
  )
}

function ColaCards() {
  const { data: cola, error, refetch } = useCola()
  if (error && !cola) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  const { esperaSegundos = null } = cola ?? {}
  return (
    <div className={classes.cards}>
      <MetricCard
        label="En espera"
        value={cola?.enEspera ?? null}
        description={
          esperaSegundos === null ? 'Nada espera' : `La más antigua, ${describeMs(esperaSegundos * S_TO_MS)}`
        }
      />
      <MetricCard label="Ejecutando" value={cola?.ejecutando ?? null} description="En todos los workers" />
      <MetricCard label="Perdidas" value={cola?.perdidas ?? null} status={statusOfFailures(cola?.perdidas)} />
      <MetricCard
        label="Avisos"
        value={cola?.avisosPendientes ?? null}
        description={cola ? describeAvisos(cola) : ''}
        status={statusOfFailures(cola && cola.avisosReintentados + cola.avisosFallidos)}
      />
    </div>
  )
}

function AjustesForm() {
  const form = usePoolAsincronoForm(() =>
    notify.success('Cola configurada', 'Vale en todos los motores sin reiniciar nada.'),
  )
  const { isDirty, isSaving, loadError, saved, failure } = form
  if (loadError) return <ErrorState message={loadError.message} onRetry={form.retry} />

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.save()
  }

  return (
    <Paper component="form" p="lg" aria-label="Ajustes de la cola" onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Lo que se deja vacío toma el valor con que arrancó el producto, que aparece en gris.
        </Text>
        {failure !== null && <Alert color="red">{failure}</Alert>}
        <FormHelp help="/documentacion/campos#cola" root="">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg" verticalSpacing="md">
            {AJUSTES.map((name) => (
              <AjusteField key={name} name={name} form={form} isLoading={saved === null} />
            ))}
          </SimpleGrid>
        </FormHelp>
        <Group justify="flex-end">
          {isDirty && (
            <Button variant="subtle" color="gray" disabled={isSaving} onClick={form.reset}>
              Descartar
            </Button>
          )}
          <Button type="submit" disabled={!isDirty} loading={isSaving}>
            Guardar
          </Button>
        </Group>
      </Stack>
      <FormDialogs form={form} toDraft={toAjustes} fields={AJUSTES_FIELDS} />
    </Paper>
  )
}

function AjusteField({
  name,
  form: { draft, change, errors, saved },
  isLoading,
}: {
  name: AjusteAsincrono
  form: PoolAsincronoForm
  isLoading: boolean
}) {
  const { title, description } = AJUSTES_FIELDS.properties?.[name] ?? {}
  const porDefecto = saved?.porDefecto[name]
  const inForce = draft[name] ?? porDefecto
  // A number and its unit stay together.
  const tiempo =
    inForce === undefined ? null : (describeTiempo(name, inForce)?.replaceAll(' ', '\u00a0') ?? null)
  return (
    <NumberInput
      label={title}
      description={tiempo === null ? description : `${description} Ahora:\u00a0${tiempo}.`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={porDefecto === undefined ? '' : WITH_DOTS.format(porDefecto)}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      thousandSeparator="."
      decimalSeparator=","
      disabled={isLoading}
      {...campoOf(errors, name)}
      value={draft[name] ?? ''}
      onChange={(value) => change({ [name]: value === '' ? null : Number(value) })}
    />
  )
}
