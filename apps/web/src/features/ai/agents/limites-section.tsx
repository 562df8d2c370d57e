import { Group, NumberInput, Stack } from '@mantine/core'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ImporteField } from '../importe/importe-field.tsx'
import { MonedaField } from '../importe/moneda-field.tsx'
import type { SectionProps } from './general-section.tsx'

const SEGUNDO_MS = 1_000

/** How far one run may go. */
export function LimitesSection({ form: { draft, change, errors }, mayChange }: SectionProps) {
  const { limites } = draft
  const set = (fields: Partial<typeof limites>) => change({ limites: { ...limites, ...fields } })
  return (
    <Stack gap="lg">
      <NumberInput
        label="Pasos"
        description="Cada respuesta del modelo y cada uso de una capacidad es uno."
        min={1}
        max={100}
        allowDecimal={false}
        readOnly={!mayChange}
        {...campoOf(errors, 'limites.pasos')}
        value={limites.pasos}
        onChange={(pasos) => set({ pasos: Number(pasos) })}
      />
      <NumberInput
        label="Tiempo (segundos)"
        description="Sin lo que espera a una persona."
        min={1}
        max={900}
        readOnly={!mayChange}
        {...campoOf(errors, 'limites.tiempoMs')}
        value={limites.tiempoMs / SEGUNDO_MS}
        onChange={(segundos) => set({ tiempoMs: Math.round(Number(segundos) * SEGUNDO_MS) })}
      />
      <NumberInput
        label="Tokens"
        description="Los que lee y los que escribe el modelo, en todos los pasos."
        min={1}
        allowDecimal={false}
        thousandSeparator="."
        decimalSeparator=","
        readOnly={!mayChange}
        {...campoOf(errors, 'limites.tokens')}
        value={limites.tokens}
        onChange={(tokens) => set({ tokens: Number(tokens) })}
      />
      <NumberInput
        label="Máximo de tokens por respuesta"
        min={1}
        max={65_536}
        allowDecimal={false}
        thousandSeparator="."
        decimalSeparator=","
        readOnly={!mayChange}
        {...campoOf(errors, 'maxTokens')}
        value={draft.maxTokens}
        onChange={(maxTokens) => change({ maxTokens: Number(maxTokens) })}
      />
      <Group grow align="flex-start">
        <ImporteField
          label="Importe"
          description="Vacío: lo que dejen los presupuestos."
          readOnly={!mayChange}
          {...campoOf(errors, 'limites.importe')}
          value={limites.importe ?? ''}
          onChange={(importe) => set({ importe: importe === '' ? null : importe })}
        />
        <MonedaField
          description="En la que cuenta el importe."
          readOnly={!mayChange}
          {...campoOf(errors, 'limites.moneda')}
          value={limites.moneda}
          onChange={(moneda) => set({ moneda })}
        />
      </Group>
    </Stack>
  )
}
