import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'

export type Vista = 'tarjetas' | 'tabla'

const VISTAS = [
  { value: 'tarjetas', label: 'Tarjetas', icon: IconLayoutGrid },
  { value: 'tabla', label: 'Tabla', icon: IconList },
] as const

/** Rows as cards or as a table. */
export function VistaSwitch({ vista, onChange }: { vista: Vista; onChange: (vista: Vista) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Vista"
      value={vista}
      onChange={(value) => onChange(value)}
      data={VISTAS.map(({ value, label, icon: Icon }) => ({
        value,
        label: (
          <>
            <Icon size={16} stroke={1.5} aria-hidden style={{ display: 'block' }} />
            <VisuallyHidden>{label}</VisuallyHidden>
          </>
        ),
      }))}
    />
  )
}
