import type { Regla } from '@div/nodos/catalogo'
import type { Computed } from '@div/nodos/muestras'
import { Group, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useNodoData } from '../mapeo/nodo-data.tsx'
import { waitsForData } from '../mapeo/waits-for-data.ts'

/** Whether a rule, or a row of it, holds on the data that is there. */
export function Verdict({ regla }: { regla: Regla }) {
  const { computing, muestras } = useNodoData()
  return <Truth computed={computing?.computeRegla(regla, muestras) ?? null} />
}

/** A formula is taken as rules take it: only what is true holds. */
export function FormulaVerdict({ expresion }: { expresion: string }) {
  const { compute } = useNodoData()
  return <Truth computed={expresion.trim() === '' ? null : compute({ expresion })} />
}

function Truth({ computed }: { computed: Computed | null }) {
  const { sources } = useNodoData()
  const isMistake = computed?.clase === 'error' && !waitsForData(computed, sources)
  if (computed?.clase !== 'valor')
    return (
      <Text size="xs" c="dimmed">
        {isMistake ? computed.mensaje : 'Sin datos para comprobarla'}
      </Text>
    )
  const holds = computed.valor === true
  const Mark = holds ? IconCheck : IconX
  return (
    <Group gap={4} wrap="nowrap" c={holds ? 'teal' : 'dimmed'}>
      <Mark size={14} aria-hidden />
      <Text size="xs">{holds ? 'Se cumple' : 'No se cumple'}</Text>
    </Group>
  )
}
