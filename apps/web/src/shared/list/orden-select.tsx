import type { ListColumn } from '@div/ui'
import { Select } from '@mantine/core'
import type { ListAddress } from './use-list-address.ts'

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
