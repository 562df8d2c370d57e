import type { Referencia } from '@div/contract'
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconAsterisk, IconAsteriskSimple } from '@tabler/icons-react'
import { ValorField } from './valor-field.tsx'

interface OptionalProps {
  /** What the value is for. */
  label: string
  referencia: Referencia
  onChange: (referencia: Referencia) => void
}

/** Whether the data may be missing, as that of a branch that did not run. */
export function OptionalToggle({ label, referencia, onChange }: OptionalProps) {
  const { opcional = false, nodo, ruta } = referencia
  const words = opcional ? 'Puede faltar' : 'No puede faltar: sin este dato el nodo falla'
  const Mark = opcional ? IconAsterisk : IconAsteriskSimple
  return (
    <Tooltip label={words}>
      <ActionIcon
        size="sm"
        aria-label={`Puede faltar el dato de ${label}`}
        aria-pressed={opcional}
        variant={opcional ? 'light' : 'subtle'}
        onClick={() => onChange(opcional ? { nodo, ruta } : { nodo, ruta, opcional: true })}
      >
        <Mark size={14} />
      </ActionIcon>
    </Tooltip>
  )
}

/** What takes the place of data that is missing. */
export function DefectoField({
  label,
  referencia,
  onChange,
  isReadOnly,
}: OptionalProps & { isReadOnly: boolean }) {
  const { nodo, ruta, defecto } = referencia
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        Si falta, vale
      </Text>
      <ValorField
        label={`${label} si falta`}
        valor={defecto}
        placeholder="nulo"
        onChange={(valor) =>
          onChange({ nodo, ruta, opcional: true, ...(valor !== '' && { defecto: valor }) })
        }
        isReadOnly={isReadOnly}
      />
    </Group>
  )
}
