import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { hearValue } from './hear-value.ts'

/** A pause in typing that starts the search. */
const PAUSE_MS = 250

interface SearchInputProps {
  value: string
  onChange: (value: string) => void
  /** What is searched, where a page has more than one. */
  label?: string
  /** As wide as what it stands over. */
  isWide?: boolean
}

export function SearchInput({
  value,
  onChange,
  label = 'Buscar en la lista',
  isWide = false,
}: SearchInputProps) {
  const [text, setText] = useState(value)
  const sent = useRef<readonly string[]>([])
  const search = useDebouncedCallback((next: string) => {
    if (next === (sent.current.at(-1) ?? value)) return
    sent.current = [...sent.current, next]
    onChange(next)
  }, PAUSE_MS)
  // The back button, or who clears all filters.
  useEffect(() => {
    const { isOwn, rest } = hearValue(sent.current, value)
    sent.current = rest
    if (isOwn) return
    search.cancel()
    setText(value)
  }, [value, search])

  function change(next: string) {
    setText(next)
    search(next)
  }

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder="Buscar…"
      w={isWide ? '100%' : 240}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Borrar la búsqueda" onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      // Who goes on to something else, such as clearing all filters, has written what they look for.
      onBlur={() => search.flush()}
    />
  )
}
