import type { Columna } from '@div/contract'
import { copyText, notify } from '@div/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { describeError } from '../../shared/api-error.ts'
import { CellEditor } from './cell-editor.tsx'
import { isOfCells, targetOf } from './cell-target.ts'
import classes from './filas-grid.module.css'
import type { Filtro } from './filas-query.ts'
import { commandOf, type GridCommand } from './grid-commands.ts'
import { redo, undo } from './grid-edits.ts'
import { GridHead } from './grid-head.tsx'
import { cellId, GridLine } from './grid-line.tsx'
import { type GridLines, NUMBER_WIDTH, textAt, widthOf } from './grid-model.ts'
import {
  clampSelection,
  type GridKey,
  type GridSelection,
  isSameCell,
  moveSelection,
  rangeOf,
  selectCell,
  selectRows,
} from './grid-selection.ts'
import type { FilasWindow } from './use-filas.ts'
import { nextKey, type useGridActions } from './use-grid-actions.ts'
import type { SavedEdits } from './use-saved-edits.ts'

const ROW_HEIGHT = 32
const HEAD_HEIGHT = 44

export interface FilasGridProps {
  label: string
  columnas: readonly Columna[]
  lines: GridLines
  filas: FilasWindow
  saved: SavedEdits
  actions: ReturnType<typeof useGridActions>
  selection: GridSelection
  onSelection: (selection: GridSelection) => void
  isReadOnly: boolean
  orden: string
  onOrden: (orden: string) => void
  filtros: readonly Filtro[]
  onFiltro: (columna: string, filtro: Filtro | null) => void
}

/** The rows of a tabla as a spreadsheet. Of however many rows and columns only those on the screen are drawn. */
export function FilasGrid(props: FilasGridProps) {
  const { label, columnas, lines, filas, saved, actions, onSelection, isReadOnly } = props
  const { edits, change, hold } = saved
  const { onRange } = filas
  const gridId = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const [writing, setWriting] = useState<{ text: string; isTyped: boolean } | null>(null)
  const size = { rows: lines.count, columns: columnas.length }
  const selection = clampSelection(props.selection, size)
  const range = rangeOf(selection)
  const active = selection.anchor

  const rows = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingStart: HEAD_HEIGHT,
    paddingStart: HEAD_HEIGHT,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: columnas.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => {
      const columna = columnas[index]
      return columna ? widthOf(columna) : 0
    },
    overscan: 2,
    scrollPaddingStart: NUMBER_WIDTH,
    paddingStart: NUMBER_WIDTH,
  })
  const shown = columns.getVirtualItems()
  const drawn = rows.getVirtualItems()
  const first = drawn.at(0)?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [onRange, first, last])

  function select(next: GridSelection) {
    onSelection(next)
    // Whoever leaves a new row has written it.
    if (next.anchor.row !== active.row) hold(null)
    rows.scrollToIndex(next.focus.row)
    columns.scrollToIndex(next.focus.column)
  }

  function attempt(action: Promise<unknown>) {
    action.catch((error) => notify.error('No se pudo', describeError(error)))
  }

  function begin(text: string, isTyped: boolean) {
    const row = lines.rowAt(active.row)
    if (isReadOnly || row === undefined || row.state === 'removed') return
    rows.scrollToIndex(active.row)
    setWriting({ text, isTyped })
  }

  function commit(text: string, key: 'Enter' | 'Tab' | null, isBack: boolean) {
    setWriting(null)
    store(text)
    if (key === null) return
    scroll.current?.focus()
    const step = key === 'Tab' ? 'Tab' : isBack ? 'ArrowUp' : 'ArrowDown'
    // The line that was written in is no longer the last one.
    const grown = { ...size, rows: size.rows + 1, pageRows: 1 }
    const held = { key: step, shift: key === 'Tab' && isBack, mod: false }
    select(moveSelection(selectCell(active), held, grown) ?? selection)
  }

  function store(text: string) {
    const row = lines.rowAt(active.row)
    const columna = columnas[active.column]
    if (row === undefined || columna === undefined || text === textAt(row, columna)) return
    if (row.state === 'blank') hold(nextKey(edits))
    if (row.state === 'new') hold(row.key)
    actions.write(active, text)
  }

  function press(event: KeyboardEvent) {
    if (event.altKey || !isOfCells(event)) return
    const key: GridKey = { key: event.key, shift: event.shiftKey, mod: event.ctrlKey || event.metaKey }
    const command = isReadOnly ? null : commandOf(key)
    if (command !== null) run(command, event.key)
    else if (!moveBy(key)) return
    event.preventDefault()
  }

  function run(command: GridCommand, key: string) {
    const commands: Readonly<Record<GridCommand, () => void>> = {
      undo: () => change(undo),
      redo: () => change(redo),
      edit: () => begin(currentText(), false),
      type: () => begin(key, true),
      clear: () => attempt(actions.clear(range)),
      removeRows: () => attempt(actions.remove(range)),
      collapse: () => select(selectCell(active)),
    }
    commands[command]()
  }

  function moveBy(key: GridKey): boolean {
    const pageRows = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const next = moveSelection(selection, key, { ...size, pageRows })
    if (next === null) return false
    // At the first and last cell Tab leads out of the grid.
    if (key.key === 'Tab' && isSameCell(next.anchor, active)) return false
    select(next)
    return true
  }

  function currentText(): string {
    const columna = columnas[active.column]
    return columna ? textAt(lines.rowAt(active.row), columna) : ''
  }

  function point(event: PointerEvent) {
    const target = targetOf(event.target)
    if (target === null || event.button !== 0) return
    if ('number' in target) {
      select(selectRows(event.shiftKey ? active.row : target.number, target.number, size))
    } else if (event.shiftKey) select({ anchor: active, focus: target })
    else select(selectCell(target))
  }

  function draw(event: PointerEvent) {
    if (event.buttons !== 1 || writing !== null) return
    const target = targetOf(event.target)
    if (target !== null && !('number' in target)) onSelection({ anchor: active, focus: target })
  }

  function copy(event: ClipboardEvent, isCut: boolean) {
    if (writing !== null || !isOfCells(event)) return
    event.preventDefault()
    const ready = actions.copySeen(range)
    if (ready !== null) event.clipboardData.setData('text/plain', ready)
    attempt(takeAlong(ready === null, isCut && !isReadOnly))
  }

  /** What is not in the clipboard is not cut either. */
  async function takeAlong(isMissing: boolean, isCut: boolean) {
    if (isMissing && !(await copyText(await actions.copy(range)))) {
      throw new Error('El navegador no dejó copiar las celdas.')
    }
    if (isCut) await actions.clear(range)
  }

  function paste(event: ClipboardEvent) {
    if (writing !== null || lines.blankAt === null || !isOfCells(event)) return
    event.preventDefault()
    hold(null)
    attempt(actions.paste(event.clipboardData.getData('text/plain'), range).then(onSelection))
  }

  const editor = writing !== null && (
    <CellEditor
      label={columnas[active.column]?.nombre ?? ''}
      initial={writing.text}
      isTyped={writing.isTyped}
      onCommit={commit}
      onCancel={() => {
        setWriting(null)
        scroll.current?.focus()
      }}
    />
  )

  return (
    <div
      ref={scroll}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.count + 1}
      aria-colcount={columnas.length + 1}
      aria-multiselectable
      aria-readonly={isReadOnly}
      aria-activedescendant={cellId(gridId, active)}
      // The grid is one stop; its cells are walked by its keys.
      tabIndex={0}
      className={classes.scroll}
      onKeyDown={press}
      onPointerDown={point}
      onPointerMove={draw}
      onDoubleClick={(event) => {
        const target = targetOf(event.target)
        if (target !== null && !('number' in target)) begin(currentText(), false)
      }}
      onCopy={(event) => copy(event, false)}
      onCut={(event) => copy(event, true)}
      onPaste={paste}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) hold(null)
      }}
    >
      <div className={classes.canvas} style={{ width: columns.getTotalSize(), height: rows.getTotalSize() }}>
        <GridHead
          height={HEAD_HEIGHT}
          columnas={columnas}
          shown={shown}
          orden={props.orden}
          onOrden={props.onOrden}
          filtros={props.filtros}
          onFiltro={props.onFiltro}
        />
        <div role="rowgroup">
          {drawn.map((line) => (
            <GridLine
              key={line.key}
              gridId={gridId}
              index={line.index}
              top={line.start}
              height={line.size}
              row={lines.rowAt(line.index)}
              columnas={columnas}
              shown={shown}
              selected={line.index >= range.top && line.index <= range.bottom ? range : null}
              activeColumn={line.index === active.row ? active.column : -1}
              edits={edits}
              editor={line.index === active.row && editor}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
