import type { Actividad } from '@div/contract'
import { Sparkline } from '@div/ui'
import { Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

const COUNT = new Intl.NumberFormat('es', { notation: 'compact', maximumFractionDigits: 1 })
const PERCENT = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

/** The calls of the last 24 hours as a line, and how many of them failed. */
export function ActividadCell({
  actividad: { total, errores, porcentajeErrores, horas },
}: {
  actividad: Actividad
}) {
  if (total === 0)
    return (
      <Text span size="sm" c="dimmed">
        Sin llamadas
      </Text>
    )
  const words = `${total.toLocaleString('es')} llamadas, ${errores.toLocaleString('es')} con error`
  return (
    <Group gap={8} wrap="nowrap" title={words}>
      <Sparkline values={horas.map((hora) => hora.total)} label={words} width={64} />
      <Text span size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {COUNT.format(total)}
      </Text>
      {errores > 0 && (
        <Text span size="sm" c="red" style={{ whiteSpace: 'nowrap' }}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden style={{ verticalAlign: -2 }} />{' '}
          {PERCENT.format(porcentajeErrores ?? 0)} %
        </Text>
      )}
    </Group>
  )
}
