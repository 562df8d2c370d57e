import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { defaultColumns, type ListColumn } from './list-column.ts'

/** The columns that a person wants to see in this list, remembered on this machine. */
export function useColumnChoice<Row>(list: string, columns: readonly ListColumn<Row>[]) {
  const [keys, setKeys] = useLocalStorage<string[]>({
    key: `columnas:${list}`,
    defaultValue: defaultColumns(columns),
    getInitialValueInEffect: false,
  })
  const chosen = useMemo(() => new Set(keys), [keys])
  return { chosen, choose: setKeys }
}
