import type { Grafico } from '@div/contract'
import { TimeSeriesChart } from '@div/ui'
import { Paper, Text } from '@mantine/core'

const COLORES = ['teal', 'orange', 'blue', 'grape', 'green', 'red'] as const

export function GraficoView({ grafico: { tipo, titulo, series, puntos } }: { grafico: Grafico }) {
  return (
    <Paper withBorder p="md" my="sm">
      <Text fw={600} size="sm" mb="sm">
        {titulo}
      </Text>
      <TimeSeriesChart
        label={titulo}
        data={puntos}
        series={series.map(({ campo, nombre }, index) => ({
          dataKey: campo,
          name: nombre,
          stroke: `var(--mantine-color-${COLORES[index] ?? 'gray'}-6)`,
          type: tipo === 'areas' ? 'area' : 'line',
        }))}
        height={240}
        withGrid
        withLegend
      />
    </Paper>
  )
}
