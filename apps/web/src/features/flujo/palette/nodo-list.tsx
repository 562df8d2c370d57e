import type { TipoNodo } from '@div/contract'
import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, useDeferredValue, useState } from 'react'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { useEditor } from '../store/use-editor.ts'
import { useShowNodo } from '../use-show-nodo.ts'
import { findNodos } from './find-nodos.ts'
import classes from './palette.module.css'

/** Of many nodes the first; others are found by searching. */
const SHOWN = 100

/** The same drawing as a list: what each node is called and where it goes on. What is searched is searched in all that nodes keep. */
export function NodoList() {
  const flujo = useEditor(({ history }) => history.flujo)
  const selection = useEditor((state) => state.selection)
  const showNodo = useShowNodo()
  const [q, setQ] = useState('')
  const looked = useDeferredValue(q)
  const found = findNodos(flujo, looked)
  return (
    <>
      <TextInput
        size="xs"
        mx="sm"
        aria-label="Buscar en los nodos"
        placeholder="Buscar en los nodos"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
      />
      <ul className={classes.list} aria-label="Nodos">
        {found.slice(0, SHOWN).map(({ nodo: { id, tipo, nombre }, next }) => (
          <li key={id}>
            <NodoEntry
              id={id}
              tipo={tipo}
              nombre={nombre}
              next={next.join(', ')}
              isSelected={selection.nodos.has(id)}
              onShow={showNodo}
            />
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" px="sm" aria-live="polite">
        {found.length === 0
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
  /** Where it goes on. */
  next: string
  isSelected: boolean
  onShow: (id: string) => void
}

/** Drawn anew only when it reads otherwise: a letter typed in the inspector changes one of a hundred at most. */
const NodoEntry = memo(function NodoEntry({ id, tipo, nombre, next, isSelected, onShow }: NodoEntryProps) {
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
        style={{ flex: 'none' }}
      />
      <span className={classes.words}>
        {nombre}
        {next !== '' && (
          <Text size="xs" c="dimmed" truncate>
            → {next}
          </Text>
        )}
      </span>
    </UnstyledButton>
  )
})
