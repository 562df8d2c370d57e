import { Group, Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi, listApi } from '../api-client.ts'

const SHOWN = 20
const PAUSE_MS = 200

interface Named {
  id: string
  nombre: string
}

interface ResourceSelectProps<Item extends Named>
  extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'renderOption'> {
  /** Of the API: `procesos`. */
  resource: string
  /** Id; null: none. */
  value: string | null
  onChange: (id: string | null) => void
  /** What those that are offered have in common. */
  query?: Readonly<Record<string, string>>
  /** What is said of one that could be chosen, beside its name. */
  noteOf?: (item: Item) => string | null
}

/** One thing of a resource by its name, however many there are: what is typed is searched on the server. */
export function ResourceSelect<Item extends Named>({
  resource,
  value,
  onChange,
  query = {},
  noteOf = () => null,
  ...input
}: ResourceSelectProps<Item>) {
  const [text, setText] = useState('')
  const { data: chosen } = useQuery({
    queryKey: [resource, 'nombre', value],
    queryFn: ({ signal }) => callApi<Item>('GET', `${resource}/${value}`, { signal }),
    enabled: value !== null,
  })
  // What is chosen stands in the field, and is nothing to search for.
  const [q] = useDebouncedValue(text === chosen?.nombre ? '' : text, PAUSE_MS)
  const { data: found } = useQuery({
    queryKey: [resource, 'lista', 'eleccion', q, query],
    queryFn: ({ signal }) =>
      listApi<Item>(`${resource}?${new URLSearchParams({ ...query, q, limite: String(SHOWN) })}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const items = found?.items ?? []
  const notes = new Map(items.map((item) => [item.id, noteOf(item)]))
  const isListed = chosen === undefined || items.some(({ id }) => id === chosen.id)
  return (
    <Select
      {...input}
      searchable
      openOnFocus={false}
      nothingFoundMessage="Nada con ese nombre."
      data={[...(isListed ? [] : [chosen]), ...items].map(({ id, nombre }) => ({ value: id, label: nombre }))}
      // The server has searched already.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Group justify="space-between" flex={1} wrap="nowrap" gap="md">
          <span>{option.label}</span>
          <Text span size="xs" c="dimmed">
            {notes.get(option.value)}
          </Text>
        </Group>
      )}
      searchValue={text}
      onSearchChange={setText}
      value={value}
      onChange={onChange}
    />
  )
}
