import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronRight,
  IconSearch,
  IconTablePlus,
  IconTableRow,
} from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { TipoNodoIcon } from '../../../../shared/flujo/tipo-nodo.tsx'
import type { Source } from '../../datos/list-sources.ts'
import type { SourceField } from '../../datos/source-fields.ts'
import type { RowOffer } from '../../datos/use-sample-rows.ts'
import { useEditorStore } from '../../store/use-editor.ts'
import classes from './mapeo.module.css'
import { type DatoChosen, useNodoData } from './nodo-data.tsx'
import { showMuestra } from './show-muestra.ts'
import { TipoDatoIcon } from './tipo-dato-icon.tsx'
import { initiallyOpened, type TreeRow, treeRows } from './tree-rows.ts'

/** Dragged onto a row it is what the row gets; nothing outside this page reads it. */
const MEDIA_TYPE = 'application/x-div-dato'

/** All that the node may refer to, with what stood there: dragged onto a row, or given to it by Enter. */
export function SourceTree() {
  const { sources, taker, active, setDragged, rowOffers } = useNodoData()
  const { mayEdit } = useEditorStore()
  const [q, setQ] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null)
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => opened ?? initiallyOpened(sources), [opened, sources])
  const rows = useMemo(() => treeRows(sources, shown, q), [sources, shown, q])
  const at = Math.min(current, rows.length - 1)

  function turn({ key, isOpen }: TreeRow) {
    const next = new Set(shown)
    if (isOpen) next.delete(key)
    else next.add(key)
    setOpened(next)
  }

  function move(index: number) {
    const next = Math.max(0, Math.min(index, rows.length - 1))
    setCurrent(next)
    list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[next]?.focus()
  }

  function press(event: KeyboardEvent) {
    const row = rows[at]
    if (row === undefined) return
    const act = keyAction(event.key, row)
    if (act === null) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'turn') turn(row)
    else if (act === 'take') taker.current?.take(chosenOf(row))
    else move(act(at, rows))
  }

  if (sources.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nada viene antes de este nodo.
      </Text>
    )
  return (
    <Stack gap="sm">
      <TextInput
        size="xs"
        aria-label="Buscar en los datos"
        placeholder="Buscar un dato"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          move(0)
        }}
      />
      {taker.current && (
        <Text size="xs" c="dimmed">
          Arrastre un dato, o con Intro {active === null ? 'cree un campo con él' : `délo a «${active}»`}.
        </Text>
      )}
      <div ref={list} role="tree" aria-label="Datos disponibles" className={classes.tree} onKeyDown={press}>
        {rows.map((row, index) => (
          <TreeItem
            key={row.key}
            row={row}
            isCurrent={index === at}
            onFocus={() => setCurrent(index)}
            onTurn={() => turn(row)}
            onDragStart={(event) => {
              event.dataTransfer.setData(MEDIA_TYPE, row.key)
              event.dataTransfer.effectAllowed = 'copy'
              setDragged(chosenOf(row))
            }}
            onDragEnd={() => setDragged(null)}
            onTake={() => taker.current?.take(chosenOf(row))}
            onTakeAll={taker.current?.takeAll}
          />
        ))}
      </div>
      {mayEdit && rowOffers.map((offer) => <RowOfferButton key={offer.nodo} offer={offer} />)}
      {rows.length === 0 && (
        <Text size="xs" c="dimmed">
          Nada se llama así.
        </Text>
      )}
    </Stack>
  )
}

/** Real values beside the fields before anything was tried. */
function RowOfferButton({ offer: { tabla, isLoading, failure, load } }: { offer: RowOffer }) {
  return (
    <div>
      <Button
        size="compact-xs"
        variant="light"
        loading={isLoading}
        leftSection={<IconTableRow size={14} aria-hidden />}
        onClick={load}
      >
        Ver una fila de «{tabla}»
      </Button>
      {failure !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {failure}
        </Text>
      )}
    </div>
  )
}

type Step = 'turn' | 'take' | ((at: number, rows: readonly TreeRow[]) => number)

/** As in every tree (WAI-ARIA, «Tree View»); Enter gives the field away. */
function keyAction(key: string, row: TreeRow): Step | null {
  switch (key) {
    case 'ArrowDown':
      return (at) => at + 1
    case 'ArrowUp':
      return (at) => at - 1
    case 'Home':
      return () => 0
    case 'End':
      return (_, rows) => rows.length - 1
    case 'ArrowRight':
      return row.hasFields && !row.isOpen ? 'turn' : (at) => at + 1
    case 'ArrowLeft':
      return row.hasFields && row.isOpen ? 'turn' : parentOf
    case 'Enter':
    case ' ':
      return 'take'
    default:
      return null
  }
}

function parentOf(at: number, rows: readonly TreeRow[]): number {
  const level = rows[at]?.level ?? 1
  return rows.slice(0, at).findLastIndex((row) => row.level < level)
}

/** Of a node itself the whole of what it puts out. */
function chosenOf({ source, field }: TreeRow): DatoChosen {
  const whole: SourceField = { nombre: source.nombre, ruta: '', tipo: 'cualquiera', campos: source.campos }
  return { source, field: field ?? { ...whole, muestra: source.muestra } }
}

interface TreeItemProps {
  row: TreeRow
  isCurrent: boolean
  onFocus: () => void
  onTurn: () => void
  onDragStart: (event: DragEvent) => void
  onDragEnd: () => void
  onTake: () => void
  onTakeAll: ((source: Source, campos: readonly SourceField[]) => void) | undefined
}

function TreeItem({ row, isCurrent, onFocus, onTurn, onTakeAll, onTake, ...drag }: TreeItemProps) {
  const { source, field, level, isOpen, hasFields } = row
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const nombre = field === null ? source.nombre : field.nombre === '[0]' ? 'Primer elemento' : field.nombre
  const muestra = field === null && source.isStale ? 'de antes del cambio' : showMuestra(field?.muestra)
  const campos = (field ?? source).campos
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={isCurrent}
      {...(hasFields && { 'aria-expanded': isOpen })}
      tabIndex={isCurrent ? 0 : -1}
      draggable
      className={classes.item}
      style={{ paddingInlineStart: 4 + (level - 1) * 14 }}
      onFocus={onFocus}
      onDoubleClick={onTake}
      {...drag}
    >
      {hasFields ? (
        <span className={classes.chevron} onClick={onTurn} aria-hidden>
          <Chevron size={14} />
        </span>
      ) : (
        <span className={classes.chevron} />
      )}
      {field === null ? <TipoNodoIcon tipo={source.tipoNodo} /> : <TipoDatoIcon tipo={field.tipo} />}
      <span className={field === null ? classes.nodeName : classes.fieldName}>{nombre}</span>
      {muestra !== '' && (
        <span className={classes.muestra} title={muestra}>
          {muestra}
        </span>
      )}
      {onTakeAll && campos.length > 1 && (
        <ActionIcon
          size="xs"
          tabIndex={-1}
          className={classes.takeAll}
          aria-label={`Añadir los campos de ${nombre}`}
          title="Añadir todos sus campos"
          onClick={() => onTakeAll(source, campos)}
        >
          <IconTablePlus size={14} />
        </ActionIcon>
      )}
    </div>
  )
}
