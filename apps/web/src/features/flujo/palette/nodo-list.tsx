import type { TipoNodo } from '@div/contract'
import { Button, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconNote, IconSearch, IconSquareDashed } from '@tabler/icons-react'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { faceOf } from '../canvas/nodo-face.ts'
import { wordsOf } from '../canvas/nodo-words.ts'
import { useMarks } from '../canvas/use-marks.ts'
import { regionNames } from '../document/regiones.ts'
import { useEditor, useSettled } from '../store/use-editor.ts'
import { useShowNodo } from '../use-show-nodo.ts'
import { findAnotaciones, findNodos } from './find-nodos.ts'
import classes from './palette.module.css'

/** Of many nodes the first; the others when somebody asks for them, or by searching. */
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
  // What is typed in the inspector comes first.
  const flujo = useDeferredValue(useSettled(({ history }) => history.flujo))
  const { runs, badges, servidores } = useMarks()
  const regions = useMemo(() => regionNames(flujo), [flujo])
  const [showsAll, setShowsAll] = useState(false)
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
        {(showsAll ? found : found.slice(0, SHOWN)).map(({ nodo, next, where }) => (
          <li key={nodo.id}>
            <NodoEntry
              id={nodo.id}
              tipo={nodo.tipo}
              nombre={nodo.nombre}
              more={where ?? (next.length > 0 ? `→ ${next.join(', ')}` : '')}
              words={wordsOf({
                face: faceOf(nodo, [], servidores),
                badge: badges.get(nodo.id),
                run: runs.get(nodo.id),
                region: regions.get(nodo.id),
              })}
              isSelected={selection.nodos.has(nodo.id)}
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
        {found.length + others.length === 0 && 'Ningún nodo lo tiene.'}
      </Text>
      {!showsAll && found.length > SHOWN && (
        <Button variant="subtle" size="compact-sm" mx="sm" onClick={() => setShowsAll(true)}>
          {found.length - SHOWN === 1
            ? 'Mostrar el otro'
            : `Mostrar los otros ${(found.length - SHOWN).toLocaleString('es')}`}
        </Button>
      )}
    </>
  )
}

interface NodoEntryProps {
  id: string
  tipo: TipoNodo
  nombre: string
  /** Where it goes on, or where it has what is looked for. */
  more: string
  /** What the canvas shows of it, for who does not see that. */
  words: string
  isSelected: boolean
  onShow: (id: string) => void
}

/** Drawn anew only when it reads otherwise: a letter typed in the inspector changes one of a hundred at most. */
const NodoEntry = memo(function NodoEntry(props: NodoEntryProps) {
  const { id, tipo, nombre, more, words, isSelected, onShow } = props
  const { icon: Icon, color, label } = TIPO_NODO_LOOKS[tipo]
  return (
    <UnstyledButton
      className={classes.entry}
      aria-current={isSelected || undefined}
      aria-description={words}
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
