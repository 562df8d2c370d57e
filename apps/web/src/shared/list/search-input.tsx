import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

/** A pause in typing that starts the search. */
const PAUSE_MS = 250

interface SearchInputProps {
  value: string
  onChange: (value: string) => void
  /** What is searched, where a page has more than one. */
  label?: string
}

export function SearchInput({ value, onChange, label = 'Buscar en la lista' }: SearchInputProps) {
  const [text, setText] = useState(value)
  const search = useDebouncedCallback(onChange, PAUSE_MS)
  // The back button, or who clears all filters.
  useEffect(() => setText(value), [value])

  function change(next: string) {
    setText(next)
    search(next)
  }

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder="Buscar…"
      w={240}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Borrar la búsqueda" onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
