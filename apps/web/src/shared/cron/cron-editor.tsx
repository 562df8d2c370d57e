import { formaDeHorario } from '@div/contract'
import { SettledDateInput } from '@div/ui'
import { Chip, Group, Input, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type CronPreset,
  cronOf,
  MINUTOS,
  presetOf,
  presetsFrom,
  type TipoPreset,
  UNIDADES,
  type Unidad,
} from './cron-preset.ts'
import { describeCron } from './describe-cron.ts'

const FREE = 'libre'
const CHOICES: readonly { value: TipoPreset | typeof FREE; label: string }[] = [
  { value: 'minutos', label: 'Cada pocos minutos' },
  { value: 'hora', label: 'Cada hora' },
  { value: 'dia', label: 'Cada día' },
  { value: 'semana', label: 'Ciertos días de la semana' },
  { value: 'mes', label: 'Cada mes' },
  { value: 'intervalo', label: 'A intervalos' },
  { value: 'fecha', label: 'Una sola vez' },
  { value: FREE, label: 'Según una expresión cron' },
]
const DIAS = [
  [1, 'Lun'],
  [2, 'Mar'],
  [3, 'Mié'],
  [4, 'Jue'],
  [5, 'Vie'],
  [6, 'Sáb'],
  [0, 'Dom'],
] as const

const DESCRIPTIONS: Readonly<Record<ReturnType<typeof formaDeHorario>, string>> = {
  cron: 'Minuto, hora, día del mes, mes y día de la semana; con seis campos, los segundos delante.',
  intervalo: 'Desde cuándo y cada cuánto (ISO 8601). Dura lo mismo también cuando cambia la hora.',
  fecha: 'El momento, en UTC (ISO 8601).',
}

interface CronEditorProps {
  value: string
  error: string | undefined
  isReadOnly: boolean
  onChange: (cron: string) => void
}

/** When: chosen from what is usual, or written as cron has it; in words either way. */
export function CronEditor({ value, error, isReadOnly, onChange }: CronEditorProps) {
  const preset = presetOf(value)
  const [isFree, setIsFree] = useState(preset === null)
  const shown = isFree ? null : preset
  const words = describeCron(value)

  function choose(tipo: string | null) {
    const chosen = CHOICES.find((choice) => choice.value === tipo)?.value
    setIsFree(chosen === FREE)
    if (chosen !== undefined && chosen !== FREE) onChange(cronOf(presetsFrom(new Date())[chosen]))
  }

  return (
    <Stack gap="md">
      <Group gap="md" align="flex-start" wrap="wrap">
        <Select
          label="Se repite"
          w={240}
          allowDeselect={false}
          disabled={isReadOnly}
          data={CHOICES}
          value={shown?.tipo ?? FREE}
          onChange={choose}
        />
        {shown && (
          <PresetFields preset={shown} isReadOnly={isReadOnly} onChange={(next) => onChange(cronOf(next))} />
        )}
      </Group>
      <TextInput
        label="Expresión cron"
        description={DESCRIPTIONS[formaDeHorario(value)]}
        withAsterisk
        readOnly={isReadOnly || shown !== null}
        variant={shown === null ? 'default' : 'filled'}
        spellCheck={false}
        autoComplete="off"
        styles={{
          input: { maxWidth: 280, fontFamily: 'var(--mantine-font-family-monospace)' },
        }}
        error={error}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {words !== null && (
        <Text size="sm" fw={500} aria-live="polite">
          {words}.
        </Text>
      )}
    </Stack>
  )
}

interface PresetFieldsProps {
  preset: CronPreset
  isReadOnly: boolean
  onChange: (preset: CronPreset) => void
}

function PresetFields({ preset, isReadOnly, onChange }: PresetFieldsProps) {
  switch (preset.tipo) {
    case 'minutos':
      return (
        <Select
          label="Cada"
          w={140}
          allowDeselect={false}
          disabled={isReadOnly}
          data={MINUTOS.map((step) => ({
            value: String(step),
            label: step === 1 ? '1 minuto' : `${step} minutos`,
          }))}
          value={String(preset.cada)}
          onChange={(cada) => onChange({ tipo: 'minutos', cada: Number(cada) })}
        />
      )
    case 'hora':
      return (
        <BoundedNumber
          label="En el minuto"
          range={[0, 59]}
          isReadOnly={isReadOnly}
          value={preset.minuto}
          onChange={(minuto) => onChange({ tipo: 'hora', minuto })}
        />
      )
    case 'dia':
      return <TimeField preset={preset} isReadOnly={isReadOnly} onChange={onChange} />
    case 'semana':
      return (
        <>
          <Input.Wrapper label="Días" labelElement="div">
            <Chip.Group
              multiple
              value={preset.dias.map(String)}
              // A week without days never comes.
              onChange={(dias) => dias.length > 0 && onChange({ ...preset, dias: dias.map(Number) })}
            >
              <Group gap={4} mih={36} role="group" aria-label="Días de la semana">
                {DIAS.map(([dia, label]) => (
                  <Chip key={dia} value={String(dia)} size="xs" radius="md" disabled={isReadOnly}>
                    {label}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          <TimeField preset={preset} isReadOnly={isReadOnly} onChange={onChange} />
        </>
      )
    case 'mes':
      return (
        <>
          <Select
            label="El día"
            w={140}
            allowDeselect={false}
            disabled={isReadOnly}
            data={[
              ...Array.from({ length: 31 }, (_, index) => String(index + 1)),
              { value: 'ultimo', label: 'Último del mes' },
            ]}
            value={String(preset.dia)}
            onChange={(dia) => onChange({ ...preset, dia: dia === 'ultimo' ? 'ultimo' : Number(dia) })}
          />
          <TimeField preset={preset} isReadOnly={isReadOnly} onChange={onChange} />
        </>
      )
    case 'intervalo':
      return (
        <>
          <BoundedNumber
            label="Cada"
            range={[1, 999_999]}
            isReadOnly={isReadOnly}
            value={preset.cada}
            onChange={(cada) => onChange({ ...preset, cada })}
          />
          <Select
            label="Unidad"
            w={120}
            allowDeselect={false}
            disabled={isReadOnly}
            data={Object.entries(UNIDADES).map(([unidad, label]) => ({ value: unidad as Unidad, label }))}
            value={preset.unidad}
            onChange={(unidad) => unidad !== null && onChange({ ...preset, unidad })}
          />
          <MomentField
            label="Desde"
            value={preset.desde}
            isReadOnly={isReadOnly}
            onChange={(desde) => onChange({ ...preset, desde })}
          />
        </>
      )
    case 'fecha':
      return (
        <MomentField
          label="El"
          value={preset.momento}
          isReadOnly={isReadOnly}
          onChange={(momento) => onChange({ tipo: 'fecha', momento })}
        />
      )
  }
}

/** An instant, in the time of this place. */
function MomentField({
  label,
  value,
  isReadOnly,
  onChange,
}: {
  label: string
  value: string
  isReadOnly: boolean
  onChange: (instante: string) => void
}) {
  return (
    <SettledDateInput
      kind="fechaHora"
      isRequired
      label={label}
      w={200}
      readOnly={isReadOnly}
      value={value}
      onChange={onChange}
    />
  )
}

type TimedPreset = Extract<CronPreset, { hora: number }>

function TimeField({ preset, isReadOnly, onChange }: PresetFieldsProps & { preset: TimedPreset }) {
  const two = (value: number) => String(value).padStart(2, '0')
  return (
    <SettledDateInput
      kind="hora"
      isRequired
      label="A las"
      w={132}
      readOnly={isReadOnly}
      value={`${two(preset.hora)}:${two(preset.minuto)}:00`}
      onChange={(time) => {
        const [hora, minuto] = time.split(':').map(Number)
        if (hora !== undefined && minuto !== undefined) onChange({ ...preset, hora, minuto })
      }}
    />
  )
}

interface BoundedNumberProps {
  label: string
  range: readonly [min: number, max: number]
  value: number
  isReadOnly: boolean
  onChange: (value: number) => void
}

function BoundedNumber({ label, range: [min, max], value, isReadOnly, onChange }: BoundedNumberProps) {
  return (
    <NumberInput
      label={label}
      w={110}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      readOnly={isReadOnly}
      value={value}
      onChange={(next) => typeof next === 'number' && onChange(next)}
    />
  )
}
