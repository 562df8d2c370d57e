import type { SearchResults } from '@div/contract'
import { Kbd, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../shared/api-client.ts'
import { useReach } from '../../shared/reach.ts'
import { SCREENS } from '../screens.ts'
import classes from './search-box.module.css'
import { isSearchKey, isWritten } from './search-key.ts'
import { addressOfFound, type Found, findGuia, targetOf } from './search-targets.ts'

const MIN_CHARACTERS = 2
const TYPING_MS = 150
const HIDE_MS = 200

/** Finds what was defined, by name; operable without a mouse. */
export function SearchBox() {
  const id = useId()
  const navigate = useNavigate()
  const reaches = useReach()
  const input = useRef<HTMLInputElement>(null)
  const hiding = useRef(0)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS)
  const isLongEnough = [...text.trim()].length >= MIN_CHARACTERS
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) =>
      callApi<SearchResults>('GET', `search?q=${encodeURIComponent(asked)}`, { signal }),
    enabled: isLongEnough && [...asked].length >= MIN_CHARACTERS,
    placeholderData: keepPreviousData,
  })
  const defined = isLongEnough ? (data?.results ?? []).filter(({ type }) => reaches(targetOf(type).path)) : []
  const results: readonly Found[] = isLongEnough ? [...defined, ...findGuia(text.trim(), reaches)] : []
  // Until then what is there was found for another text.
  const isAnswered = asked === text.trim() && !isPlaceholderData && (data !== undefined || isError)
  const isShown = isOpen && isLongEnough && (isAnswered || results.length > 0)

  const focus = () => {
    input.current?.focus()
    input.current?.select()
  }
  useHotkeys([['mod+K', focus]], [], true)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (!isSearchKey(event) || isWritten(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => () => window.clearTimeout(hiding.current), [])

  function open(result: Found | undefined) {
    if (result === undefined) return
    setOpen(false)
    setText('')
    input.current?.blur()
    navigate(addressOfFound(result))
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setOpen(true)
      setActive((active + step + results.length) % results.length)
    }
    const chosen = results[active]
    // What the product itself has is found for the text as it stands.
    if (event.key === 'Enter' && isShown && (isAnswered || chosen?.type === 'guia')) open(chosen)
    if (event.key === 'Escape') {
      if (!isShown) input.current?.blur()
      setOpen(false)
    }
  }

  return (
    <search className={classes.search}>
      <TextInput
        ref={input}
        className={classes.input}
        type="search"
        placeholder="Buscar procesos, canales, servidores..."
        aria-label="Buscar"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && results[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          isFetching && isOpen ? (
            <Loader size={14} />
          ) : (
            <Kbd size="xs" visibleFrom="sm">
              /
            </Kbd>
          )
        }
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={() => {
          window.clearTimeout(hiding.current)
          setOpen(true)
        }}
        // Late enough for a click on a result to arrive (spec, 5).
        onBlur={() => {
          hiding.current = window.setTimeout(() => setOpen(false), HIDE_MS)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.dropdown} hidden={!isShown}>
        <div role="listbox" id={`${id}-list`} aria-label="Resultados">
          {results.map((result, at) => (
            <ResultOption
              key={result.id}
              id={`${id}-${at}`}
              result={result}
              isActive={at === active}
              onOpen={() => open(result)}
            />
          ))}
        </div>
        {results.length === 0 && isAnswered && (
          <p className={classes.nothing} role="status">
            {isError ? 'No se pudo buscar. Inténtelo otra vez.' : `Nada se llama «${asked}».`}
          </p>
        )}
      </div>
    </search>
  )
}

interface ResultOptionProps {
  id: string
  result: Found
  isActive: boolean
  onOpen: () => void
}

function ResultOption({ id, result: { type, name, description }, isActive, onOpen }: ResultOptionProps) {
  const { path, label } = targetOf(type)
  const Icon = SCREENS.find((screen) => screen.path === path)?.menu?.icon ?? IconSearch
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: the box points at it with aria-activedescendant.
    <div id={id} role="option" aria-selected={isActive} className={classes.option} onClick={onOpen}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className={classes.name}>
        {name}
        {description && <small>{description}</small>}
      </span>
      <span className={classes.type}>{label}</span>
    </div>
  )
}
