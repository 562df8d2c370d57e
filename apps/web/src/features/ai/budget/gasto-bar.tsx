import type { PresupuestoResumen } from '@div/contract'
import { Progress, Stack, Text } from '@mantine/core'
import { showImporte } from '../importe/show-importe.ts'
import { ESTADO_LABELS, percentOf, stateOfPresupuesto } from './presupuesto-state.ts'

const WHOLE_PERCENT = 100

/** What is spent of a budget, and beside it what is set aside for calls that are under way. */
export function GastoBar({ presupuesto }: { presupuesto: PresupuestoResumen }) {
  const { nombre, gastado, reservado, importe, moneda } = presupuesto
  const spent = Math.min(percentOf(presupuesto), WHOLE_PERCENT)
  const aside = Math.min(percentOf({ gastado: reservado, importe }), WHOLE_PERCENT - spent)
  const { color } = ESTADO_LABELS[stateOfPresupuesto(presupuesto)]
  return (
    <Stack gap={2}>
      <Text size="xs" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {showImporte(gastado, moneda)} de {showImporte(importe, moneda)}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={spent} color={color} aria-label={`Gastado de «${nombre}»`} />
        <Progress.Section value={aside} color="gray" aria-label={`Reservado de «${nombre}»`} />
      </Progress.Root>
    </Stack>
  )
}
