import type { Aprobacion } from '@div/contract'
import { FormHelp, notify } from '@div/ui'
import { Alert, Anchor, Button, Group, Paper, Stack, Table, Text, Textarea, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useDecide } from './aprobaciones-api.ts'

/** What is asked, what the process shows for it, and the answer. */
export function AprobacionCard({ aprobacion }: { aprobacion: Aprobacion }) {
  const { id, ejecucionId, titulo, descripcion, proceso, claveNegocio, datos, creada, vence } = aprobacion
  const maySeeRuns = useCan('procesos.leer')
  const decide = useDecide(id)
  const [comentario, setComentario] = useState('')

  async function answer(aprobada: boolean) {
    try {
      await decide.mutateAsync({ aprobada, comentario })
      if (aprobada) notify.success('Aprobada', `«${titulo}» sigue su curso.`)
      else notify.info('Rechazada', `«${titulo}» sigue por donde el proceso lo prevé.`)
    } catch {
      // The card says why.
    }
  }

  return (
    <Paper component="li" p="lg" aria-label={titulo}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {titulo}
          </Title>
          <Text size="sm" c="dimmed">
            {proceso ?? 'Proceso eliminado'}
            {claveNegocio !== null && `, clave ${claveNegocio}`}, espera desde <TimeAgo at={creada} />
            {vence !== null && (
              <>
                , vence <TimeAgo at={vence} />
              </>
            )}
            {maySeeRuns && (
              <>
                {' · '}
                <Anchor component={Link} to={`/ejecuciones/${ejecucionId}`} size="sm" underline="always">
                  Ver la ejecución
                </Anchor>
              </>
            )}
          </Text>
        </div>
        {descripcion !== '' && <Text size="sm">{descripcion}</Text>}
        {Object.keys(datos).length > 0 && <Datos datos={datos} />}
        <FormHelp help="/documentacion/procesos-durables#un-ejemplo-aprobar-una-solicitud" root="">
          <Textarea
            label="Comentario"
            description="Lo recibe el proceso y queda en la auditoría."
            autosize
            minRows={1}
            maxRows={6}
            maxLength={2_000}
            value={comentario}
            onChange={({ currentTarget }) => setComentario(currentTarget.value)}
          />
        </FormHelp>
        {decide.error && (
          <Alert color="red" variant="light" role="alert">
            {describeError(decide.error)}
          </Alert>
        )}
        <Group gap="sm">
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            loading={decide.isPending}
            onClick={() => void answer(true)}
          >
            Aprobar
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            disabled={decide.isPending}
            onClick={() => void answer(false)}
          >
            Rechazar
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** What the process shows, a value a row. */
function Datos({ datos }: Pick<Aprobacion, 'datos'>) {
  return (
    <Table verticalSpacing={6} layout="fixed">
      <Table.Tbody>
        {Object.entries(datos).map(([nombre, valor]) => (
          <Table.Tr key={nombre}>
            <Table.Th scope="row" w="32%" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {nombre}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {typeof valor === 'string' ? valor : JSON.stringify(valor, null, 2)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
