import type { TipoDato } from '@div/contract'
import { Button, Group, Text } from '@mantine/core'
import { TIPO_DATO_LABELS } from '../../../../shared/tipo-dato/tipo-dato-labels.ts'
import type { Origen } from '../origen.ts'
import { mismatchOf, readMapped, withConversion, withoutConversion } from './mapped-origen.ts'
import { useNodoData } from './nodo-data.tsx'

interface MismatchNoteProps {
  origen: Origen
  wanted: TipoDato | undefined
  isReadOnly: boolean
  onMend: (origen: Origen) => void
}

/** What comes is of another type: said at once, and mended with one click. */
export function MismatchNote({ origen, wanted, isReadOnly, onMend }: MismatchNoteProps) {
  const { sources } = useNodoData()
  const mapped = readMapped(origen, sources)
  const mismatch = mismatchOf(wanted, mapped)
  if (mapped === null) return null
  if (mismatch === null) {
    if (mapped.conversion === null || isReadOnly) return null
    return (
      <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onMend(withoutConversion(mapped))}>
        Quitar la conversión
      </Button>
    )
  }
  const { given, conversion } = mismatch
  return (
    <Group gap="xs" mt={4} role="note">
      <Text size="xs" c="orange">
        Se espera {TIPO_DATO_LABELS[mismatch.wanted].toLowerCase()} y llega{' '}
        {TIPO_DATO_LABELS[given].toLowerCase()}.
      </Text>
      {conversion && !isReadOnly && (
        <Button
          size="compact-xs"
          variant="light"
          color="orange"
          onClick={() => onMend(withConversion(mapped, conversion))}
        >
          Convertir ({conversion.label})
        </Button>
      )}
    </Group>
  )
}
