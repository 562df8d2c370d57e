import type { Festivo } from '@div/contract'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { readFestivos, writeFestivos } from './read-festivos.ts'

interface FestivosFieldProps {
  value: readonly Festivo[]
  error: string | undefined
  isReadOnly: boolean
  /** `isWhole`: every line is a day. */
  onChange: (festivos: Festivo[], isWhole: boolean) => void
}

/** Days as lines of text, so that they can be pasted from anywhere. */
export function FestivosField({ value, error, isReadOnly, onChange }: FestivosFieldProps) {
  const [text, setText] = useState(() => writeFestivos(value))
  const { festivos, ilegibles } = readFestivos(text)
  const [wrong] = ilegibles
  const mistake = wrong && `La línea ${wrong.linea} no es una fecha: «${wrong.texto}».`
  return (
    <Textarea
      label="Festivos"
      data-campo="festivos"
      description={`Uno por línea, escrito o pegado: 25/12/2026 Navidad; sin año, 25/12 Navidad, vale para todos. ${describeCount(festivos.length)}`}
      autosize
      minRows={6}
      maxRows={16}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      readOnly={isReadOnly}
      error={mistake ?? error}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        const read = readFestivos(currentTarget.value)
        onChange(read.festivos, read.ilegibles.length === 0)
      }}
    />
  )
}

function describeCount(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'Se lee 1.' : `Se leen ${count.toLocaleString('es')}.`
}
