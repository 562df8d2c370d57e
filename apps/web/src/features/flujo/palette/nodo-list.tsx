import type { TipoNodo } from '@div/contract'
import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconNote, IconSearch, IconSquareDashed } from '@tabler/icons-react'
import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { useEditor } from '../store/use-editor.ts'
import { useShowNodo } from '../use-show-nodo.ts'
import { findAnotaciones, findNodos } from './find-nodos.ts'
import classes from './palette.module.css'

/** Of many nodes the first; others are found by searching. */
const SHOWN = 100
const FIXED = { flex: 'none' }

interface NodoListProps {
  /** Counts how often searching was asked for by a key. */
  searches: number
  /** One of them was brought to the middle. */
  onShown: () => void
}

/** The same drawing as a list: what each node is called and where it goes on. What is searched is searched in all that nodes keep. */
export function NodoList({ searches, onShown }: NodoListProps) {
  const flujo = useEditor(({ history }) => history.flujo)
  const selection = useEditor((state) => state.selection)
  const showNodo = useShowNodo()
  const [q, setQ] = useState('')
  const looked = useDeferredValue(q)
  const found = findNodos(flujo, looked)
  const others = findAnotaciones(flujo, looked)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (searches > 0) field.current?.select()
  }, [searches])

  const show = useCallback(
    (id: string) => {
      showNodo(id)
      onShown()
    },
    [showNodo, onShown],
  )

  return (
    <>
      <TextInput
        ref={field}
        size="xs"
        mx="sm"
        aria-label="Buscar en los nodos"
        placeholder="Buscar en los nodos"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
        onKeyDown={({ key }) => {
          const first = findNodos(flujo, q)[0]?.nodo.id ?? findAnotaciones(flujo, q)[0]?.key
          if (key === 'Enter' && first !== undefined) show(first)
        }}
      />
      <ul className={classes.list} aria-label="Nodos">
        {found.slice(0, SHOWN).map(({ nodo: { id, tipo, nombre }, next, where }) => (
          <li key={id}>
            <NodoEntry
              id={id}
              tipo={tipo}
              nombre={nombre}
              more={where ?? (next.length > 0 ? `→ ${next.join(', ')}` : '')}
              isSelected={selection.nodos.has(id)}
              onShow={show}
            />
          </li>
        ))}
        {others.map(({ key, lista, text }) => (
          <li key={key}>
            <UnstyledButton
              className={classes.entry}
              aria-current={selection.anotaciones.has(key) || undefined}
              onClick={() => show(key)}
            >
              {lista === 'grupos' ? (
                <IconSquareDashed size={16} stroke={1.5} role="img" aria-label="Grupo" style={FIXED} />
              ) : (
                <IconNote size={16} stroke={1.5} role="img" aria-label="Nota" style={FIXED} />
              )}
              <span className={classes.words}>{text}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" px="sm" aria-live="polite">
        {found.length + others.length === 0
          ? 'Ningún nodo lo tiene.'
          : found.length > SHOWN && `Y ${found.length - SHOWN} más: búsquelos.`}
      </Text>
    </>
  )
}

interface NodoEntryProps {
  id: string
  tipo: TipoNodo
  nombre: string
  /** Where it goes on, or where it has what is looked for. */
  more: string
  isSelected: boolean
  onShow: (id: string) => void
}

/** Drawn anew only when it reads otherwise: a letter typed in the inspector changes one of a hundred at most. */
const NodoEntry = memo(function NodoEntry({ id, tipo, nombre, more, isSelected, onShow }: NodoEntryProps) {
  const { icon: Icon, color, label } = TIPO_NODO_LOOKS[tipo]
  return (
    <UnstyledButton
      className={classes.entry}
      aria-current={isSelected || undefined}
      onClick={() => onShow(id)}
    >
      <Icon
        size={16}
        stroke={1.5}
        role="img"
        aria-label={label}
        color={`var(--mantine-color-${color}-filled)`}
        style={FIXED}
      />
      <span className={classes.words}>
        {nombre}
        {more !== '' && (
          <Text size="xs" c="dimmed" truncate title={more}>
            {more}
          </Text>
        )}
      </span>
    </UnstyledButton>
  )
})
