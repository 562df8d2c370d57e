import { exportacionSchema, type Trazabilidad, toFormSchema } from '@div/contract'
import { type FormSchema, initialOf, isRecord, SchemaForm } from '@div/ui'
import { Alert, Badge, Button, Code, Group, Stack, Switch, Text } from '@mantine/core'
import { IconCircleCheck, IconPlugConnectedX, IconSend } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { Figure } from '../../shared/figure.tsx'
import { SectionCard } from '../../shared/form/section-card.tsx'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { type TrazabilidadForm, useTestExportacion } from './trazabilidad-api.ts'

const FIELDS: FormSchema = toFormSchema(exportacionSchema)

/** Where runs are sent beside the history: what holds now, and what an admin makes of it. */
export function ExportacionCard({ form, saved }: { form: TrazabilidadForm; saved: Trazabilidad }) {
  const { draft, change, errors } = form
  return (
    <SectionCard
      title="OpenTelemetry"
      summary={
        <>
          Cada ejecución que se guarda puede enviarse también a un recolector OTLP: nombres, estados, tiempos
          y códigos de error; nunca datos. Las métricas se leen en <Code>/metrics</Code> del motor, en el
          formato de Prometheus.
        </>
      }
    >
      {saved.exportacionDesactivada ? <Desactivada /> : <EnVigor now={saved.exportacion} />}
      <Switch
        label="Enviar a un recolector"
        data-campo="exportacion"
        description="Vale en todos los motores en cuanto se guarda."
        checked={isRecord(draft.exportacion)}
        onChange={({ currentTarget }) =>
          change({ exportacion: currentTarget.checked ? initialOf(FIELDS) : null })
        }
      />
      {isRecord(draft.exportacion) && (
        <SchemaForm
          schema={FIELDS}
          value={draft.exportacion}
          onChange={(exportacion) => change({ exportacion })}
          errors={errors}
          root="exportacion"
          columns={1}
        />
      )}
      {isRecord(draft.exportacion) && <Probar form={form} />}
    </SectionCard>
  )
}

function Desactivada() {
  return (
    <Alert color="yellow" icon={<IconPlugConnectedX aria-hidden />} title="Desactivada">
      DIV se arrancó con <Code>OTEL_SDK_DISABLED=true</Code>: no se envía nada, tampoco a lo que se indique
      aquí.
    </Alert>
  )
}

function EnVigor({ now }: { now: Trazabilidad['exportacion'] }) {
  if (now === null)
    return (
      <Group gap="sm">
        <Badge color="gray">Sin exportar</Badge>
        <Text size="sm" c="dimmed">
          Indique un recolector aquí, o arranque DIV con <Code>OTEL_EXPORTER_OTLP_ENDPOINT</Code>.
        </Text>
      </Group>
    )
  return (
    <Stack gap={4}>
      <Group gap="sm">
        {now.fallo === null ? <Badge color="green">Exportando</Badge> : <Badge color="red">No llega</Badge>}
        <Text size="sm" c="dimmed">
          {now.origen === 'arranque'
            ? 'Como se arrancó DIV; lo que se indique aquí vale en su lugar.'
            : 'Como se indica aquí.'}
        </Text>
      </Group>
      <Figure label="Destino" value={now.destino} />
      <Figure label="Servicio" value={now.servicio} />
      <Figure label="Muestreo" value={now.muestreo} />
      {now.fallo !== null && (
        <Alert color="red" icon={<IconPlugConnectedX aria-hidden />} title="El último envío no llegó">
          {now.fallo.mensaje} Lo intentó {now.fallo.equipo} <TimeAgo at={now.fallo.momento} />.
        </Alert>
      )}
    </Stack>
  )
}

/** Whether the collector is there and takes the headers, before anything is stored. */
function Probar({ form: { draft, showErrors } }: { form: TrazabilidadForm }) {
  const probar = useTestExportacion(showErrors)
  const { data } = probar
  return (
    <Stack gap="sm">
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={14} aria-hidden />}
          loading={probar.isPending}
          onClick={() => probar.mutate(draft.exportacion)}
        >
          Probar
        </Button>
      </Group>
      <div role="status">
        {data?.ok === true && (
          <Alert color="green" icon={<IconCircleCheck aria-hidden />} title="El recolector contesta">
            Ha aceptado un envío vacío con estas cabeceras.
          </Alert>
        )}
        {data?.ok === false && (
          <Alert color="red" icon={<IconPlugConnectedX aria-hidden />} title="La prueba ha fallado">
            {data.error}
          </Alert>
        )}
        {probar.isError && (
          <Alert color="red" icon={<IconPlugConnectedX aria-hidden />} title="No se ha podido probar">
            {describeError(probar.error)}
          </Alert>
        )}
      </div>
    </Stack>
  )
}
