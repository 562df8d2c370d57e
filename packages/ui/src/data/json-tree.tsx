import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { COPY_WORDS, useCopy } from '../page/use-copy.ts'
import { followKey, type JsonRow, listJsonRows, type OpenedJson, PAGE, pathsToDivision } from './json-rows.ts'
import classes from './json-tree.module.css'

const ROW_HEIGHT = 24
const INDENT = 16

export interface JsonTreeProps {
  value: unknown
  /** What the value is, for who does not see it. */
  label: string
  /** What wraps only one thing is open at first. */
  isUnwrapped?: boolean
}

/** A value of any size as a tree: arrows move and open as in every tree (WAI-ARIA, «Tree View»), each line copies its path. */
export function JsonTree({ value, label, isUnwrapped = false }: JsonTreeProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<OpenedJson>(() => ({
    paths: isUnwrapped ? pathsToDivision(value) : new Set(['']),
    shown: new Map(),
  }))
  const [current, setCurrent] = useState(0)
  const rows = useMemo(() => listJsonRows(value, opened), [value, opened])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  })
  const at = Math.min(current, rows.length - 1)

  function turn({ path, name, kind, isOpen, count }: JsonRow) {
    if (kind === 'mas') {
      const shown = new Map(opened.shown).set(name, (opened.shown.get(name) ?? PAGE) + PAGE * 10)
      setOpened({ ...opened, shown })
    } else if (count > 0) {
      const paths = new Set(opened.paths)
      if (isOpen) paths.delete(path)
      else paths.add(path)
      setOpened({ ...opened, paths })
    }
  }

  function move(index: number) {
    const next = Math.max(0, Math.min(index, rows.length - 1))
    setCurrent(next)
    virtualizer.scrollToIndex(next)
    // Drawn by then, also where it was out of sight before.
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[at]
    const step = followKey(event.key, rows, at)
    if (step === null || row === undefined) return
    event.preventDefault()
    if (step === 'turn') turn(row)
    else move(step)
  }

  return (
    <div
      ref={scroll}
      className={classes.tree}
      role="tree"
      aria-label={label}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      <div className={classes.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <Line
                key={row.path}
                row={row}
                index={index}
                start={start}
                isCurrent={index === at}
                onTurn={() => {
                  setCurrent(index)
                  turn(row)
                }}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

interface LineProps {
  row: JsonRow
  index: number
  start: number
  isCurrent: boolean
  onTurn: () => void
}

function Line({ row, index, start, isCurrent, onTurn }: LineProps) {
  const { path, name, depth, kind, count, isOpen, text } = row
  const opens = count > 0
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for all its lines.
    <div
      className={classes.row}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={opens && kind !== 'mas' ? isOpen : undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      data-index={index}
      data-opens={opens || undefined}
      style={{ transform: `translateY(${start}px)`, paddingLeft: depth * INDENT }}
      onClick={onTurn}
    >
      <span className={classes.mark}>{opens && kind !== 'mas' && <Chevron size={14} aria-hidden />}</span>
      {kind === 'mas' ? (
        <span className={classes.name}>Mostrar más ({count.toLocaleString('es')})</span>
      ) : (
        <>
          {name !== '' && <span className={classes.name}>{name}:</span>}
          <span className={classes.text} data-kind={kind} title={text}>
            {text}
          </span>
          {opens && <span className={classes.name}>{count.toLocaleString('es')}</span>}
          {path !== '' && <CopyPath path={path} />}
        </>
      )}
    </div>
  )
}

function CopyPath({ path }: { path: string }) {
  const { state, copy } = useCopy()
  return (
    <Tooltip label={COPY_WORDS[state] ?? 'Copiar la ruta'}>
      <ActionIcon
        className={classes.copy}
        size="xs"
        tabIndex={-1}
        aria-label={`Copiar la ruta ${path}`}
        onClick={(event) => {
          event.stopPropagation()
          copy(path)
        }}
      >
        {state === 'copied' ? <IconCheck size={12} /> : <IconCopy size={12} />}
      </ActionIcon>
    </Tooltip>
  )
}
