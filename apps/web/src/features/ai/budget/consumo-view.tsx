import type { ConsumoAgrupado, GrupoDeConsumo } from '@div/contract'
import { EmptyState, ErrorState, TimeSeriesChart } from '@div/ui'
import { Paper, Progress, SegmentedControl, Select, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { AsidePage } from '../../../shared/list/aside-page.tsx'
import { showImporte } from '../importe/show-importe.ts'
import { useConsumoAgrupado, ZONA } from './budget-api.ts'
import { dayIn, isRepeated, mainMoneda, pointsByDay } from './consumo-chart.ts'
import { sinceDays } from './since-days.ts'

const GRUPOS: readonly { value: Exclude<GrupoDeConsumo, 'dia'>; label: string; none: string }[] = [
  { value: 'modelo', label: 'Modelo', none: '–' },
  { value: 'proceso', label: 'Proceso', none: 'Fuera de un proceso' },
  { value: 'usuario', label: 'Usuario', none: 'Nadie en particular' },
  { value: 'agente', label: 'Agente', none: 'Sin agente' },
]
const [FIRST] = GRUPOS as [(typeof GRUPOS)[number]]
const DIAS = [
  { value: '7', label: '7 días' },
  { value: '30', label: '30 días' },
  { value: '90', label: '90 días' },
]

export function ConsumoView({ vistas }: { vistas: ReactNode }) {
  const [dias, setDias] = useState('30')
  const desde = sinceDays(Number(dias))
  const { data, error, refetch } = useConsumoAgrupado('dia', desde)
  const moneda = data && mainMoneda(data)
  return (
    <AsidePage
      title="Consumo de modelos"
      summary="Lo que costaron los modelos."
      actions={
        <>
          {vistas}
          <SegmentedControl aria-label="Desde cuándo" data={DIAS} value={dias} onChange={setDias} />
        </>
      }
    >
      {error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} role="status" aria-label="Cargando..." />}
      {data?.length === 0 && (
        <EmptyState
          icon={IconChartBar}
          title="Nadie ha llamado a un modelo"
          text="Aquí se verá lo que cueste cada día, cada modelo, cada proceso y cada usuario."
          action={
            <GuiaLink to="/documentacion/inteligencia-artificial">
              inteligencia artificial en un proceso
            </GuiaLink>
          }
        />
      )}
      {data && data.length > 0 && (
        <Stack gap="lg">
          {moneda && <PorDia grupos={data} moneda={moneda} dias={Number(dias)} />}
          <PorGrupo desde={desde} />
        </Stack>
      )}
    </AsidePage>
  )
}

function PorDia({
  grupos,
  moneda,
  dias,
}: {
  grupos: readonly ConsumoAgrupado[]
  moneda: string
  dias: number
}) {
  return (
    <Paper p="lg" component="section" aria-label="Por día">
      <Title order={2} size="h4" mb="md">
        Por día ({moneda})
      </Title>
      <TimeSeriesChart
        label={`Gastado cada día, en ${moneda}`}
        data={pointsByDay(grupos, { moneda, dias, hoy: dayIn(ZONA, new Date()) })}
        series={[
          { dataKey: 'importe', name: 'Gastado', stroke: 'var(--mantine-color-teal-6)', type: 'area' },
        ]}
        formatValue={(value) => showImporte(String(value), moneda)}
        withGrid
      />
    </Paper>
  )
}

function PorGrupo({ desde }: { desde: string }) {
  const [grupo, setGrupo] = useState(FIRST)
  const { data = [] } = useConsumoAgrupado(grupo.value, desde)
  const most = Math.max(...data.map(({ importe }) => Number(importe)))
  return (
    <Paper p="lg" component="section" aria-label="Por grupo">
      <Select
        aria-label="Por qué se agrupa"
        data={GRUPOS.map(({ value, label }) => ({ value, label: `Por ${label.toLowerCase()}` }))}
        allowDeselect={false}
        maw={200}
        mb="md"
        value={grupo.value}
        onChange={(value) => setGrupo(GRUPOS.find((each) => each.value === value) ?? FIRST)}
      />
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{grupo.label}</Table.Th>
              <Table.Th ta="right">Llamadas</Table.Th>
              <Table.Th ta="right">Tokens</Table.Th>
              <Table.Th ta="right">Importe</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ clave, nombre, servidor, moneda, importe, llamadas, tokens }) => (
              <Table.Tr key={`${clave} ${servidor} ${moneda}`}>
                <Table.Td>
                  <Text size="sm">{clave === null ? grupo.none : (nombre ?? 'Eliminado')}</Text>
                  {grupo.value === 'modelo' && isRepeated(data, clave) && (
                    <Text size="xs" c="dimmed">
                      {servidor ?? 'Servidor eliminado'}
                    </Text>
                  )}
                  {most > 0 && (
                    <Progress size="xs" value={(Number(importe) / most) * 100} aria-hidden tabIndex={-1} />
                  )}
                </Table.Td>
                <Table.Td ta="right">{llamadas.toLocaleString('es')}</Table.Td>
                <Table.Td ta="right">{tokens.toLocaleString('es')}</Table.Td>
                <Table.Td ta="right">
                  {moneda === null ? 'Sin precio' : showImporte(importe, moneda)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
