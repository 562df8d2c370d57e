import type { PruebaDeAgente, ResultadoDeCasoDeAgente } from '@div/contract'
import { notify } from '@div/ui'
import { Badge, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { describeError } from '../../../shared/api-error.ts'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { pruebasKey, runPruebas, usePruebas } from './agents-api.ts'

interface PruebasPanelProps {
  agenteId: string
  mayRun: boolean
  isDirty: boolean
}

/** How the cases went, the last time opened. */
export function PruebasPanel({ agenteId, mayRun, isDirty }: PruebasPanelProps) {
  const queries = useQueryClient()
  const { data: pruebas = [] } = usePruebas(agenteId)
  const isRunning = pruebas.some(({ estado }) => estado === 'ejecutando')
  const [last, ...before] = pruebas

  async function run() {
    try {
      await runPruebas(agenteId)
      await queries.invalidateQueries({ queryKey: pruebasKey(agenteId) })
    } catch (error) {
      notify.error('No se ejecutaron los casos', describeError(error))
    }
  }

  return (
    <Stack gap="sm" component="section" aria-label="Resultados de los casos">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Resultados
        </Title>
        {mayRun && (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={isRunning}
            disabled={isDirty}
            onClick={() => void run()}
          >
            Ejecutar los casos
          </Button>
        )}
      </Group>
      {isDirty && (
        <Text size="sm" c="dimmed">
          Se ejecuta lo guardado: guarde antes.
        </Text>
      )}
      {last && <Prueba prueba={last} />}
      {last?.casos.map((caso) => (
        <Caso key={caso.ejecucionId} caso={caso} />
      ))}
      {before.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            Antes
          </Text>
          {before.map((prueba) => (
            <Prueba key={prueba.id} prueba={prueba} />
          ))}
        </>
      )}
    </Stack>
  )
}

function Prueba({ prueba: { estado, aprobados, total, inicio, usuario } }: { prueba: PruebaDeAgente }) {
  const isGood = aprobados === total
  return (
    <Group gap="xs">
      {estado === 'ejecutando' ? (
        <Badge color="blue">En curso</Badge>
      ) : (
        <Badge color={isGood ? 'green' : 'red'}>
          {aprobados} de {total} bien
        </Badge>
      )}
      {estado === 'interrumpida' && <Badge color="yellow">Interrumpida</Badge>}
      <Text size="sm" c="dimmed">
        <TimeAgo at={inicio} />
        {usuario !== null && `, por ${usuario}`}
      </Text>
    </Group>
  )
}

function Caso({ caso }: { caso: ResultadoDeCasoDeAgente }) {
  const { nombre, ok, respuesta, error, evaluadores } = caso
  const failed = evaluadores.filter((each) => !each.ok)
  return (
    <Paper withBorder p="sm" component="article" aria-label={`Resultado de ${nombre}`}>
      <Group gap="xs">
        <Badge color={ok ? 'green' : 'red'}>{ok ? 'Bien' : 'Mal'}</Badge>
        <Text size="sm" fw={500}>
          {nombre}
        </Text>
      </Group>
      <Text size="sm" mt="xs" lineClamp={4}>
        {error ?? respuesta}
      </Text>
      {failed.length > 0 && (
        <List size="sm" mt="xs">
          {failed.map(({ evaluador, motivo }) => (
            <List.Item key={JSON.stringify(evaluador)}>{motivo}</List.Item>
          ))}
        </List>
      )}
    </Paper>
  )
}
