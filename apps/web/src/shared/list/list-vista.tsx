import type { ListColumn } from '@div/ui'
import { SegmentedControl, Select, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { ListAddress } from './use-list-address.ts'

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

interface OrdenSelectProps<Row> {
  columns: readonly ListColumn<Row>[]
  address: ListAddress<'q' | 'orden'>
}

/** How the rows are sorted, where no title of a column says it. */
export function OrdenSelect<Row>({ columns, address }: OrdenSelectProps<Row>) {
  const data = columns.flatMap(({ title, orden }) =>
    orden === undefined
      ? []
      : [
          { value: orden, label: `${title} ↑` },
          { value: `-${orden}`, label: `${title} ↓` },
        ],
  )
  return (
    <Select
      aria-label="Orden"
      w={136}
      allowDeselect={false}
      data={data}
      value={address.values.orden}
      onChange={(orden) => orden !== null && address.set('orden', orden)}
    />
  )
}
