import { CopyButton, JsonTree } from '@div/ui'
import { Group, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CorteNote, useCortes } from './corte-note.tsx'
import { FORMATOS, type Formato, readFormato, storeFormato, toFormato } from './formato.ts'
import { LargeValue } from './large-value.tsx'
import { Pages } from './pages.tsx'
import type { LugarDeValor } from './partes-api.ts'
import { countRows, tableOf } from './value-table.ts'
import classes from './value-viewer.module.css'
import { xmlLines } from './value-xml.ts'

const ROWS_PER_PAGE = 50
const LINES_PER_PAGE = 400

interface ValueViewerProps {
  title: string
  value: unknown
  /** Where in which test run it stood: what the sample leaves out of it is asked for there. */
  lugar?: LugarDeValor | undefined
}

/** A value of any size, in the form that its reader likes: only a page of it is drawn. */
export function ValueViewer({ title, value, lugar }: ValueViewerProps) {
  const [formato, setFormato] = useState<Formato>(readFormato)
  const cortes = useCortes(value)

  function choose(next: string) {
    const known = toFormato(next)
    if (known === undefined) return
    storeFormato(known)
    setFormato(known)
  }

  if (value === undefined) {
    return (
      <div>
        <Text size="sm" fw={500} mb={4}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          Sin datos.
        </Text>
      </div>
    )
  }
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Group gap={4} wrap="nowrap">
          <SegmentedControl
            size="xs"
            aria-label={`Cómo se ve ${title}`}
            data={[...FORMATOS]}
            value={formato}
            onChange={choose}
          />
          {/* Half a value is not handed on as if it were whole. */}
          {!cortes.isCut && (
            <CopyButton size="compact-xs" variant="subtle" value={JSON.stringify(value, null, 2)} />
          )}
        </Group>
      </Group>
      {cortes.isCut && lugar ? (
        <LargeValue key={`${lugar.ejecucion}/${lugar.paso}`} lugar={lugar} cortes={cortes}>
          {(shown) => <Formatted formato={formato} value={shown ?? value} label={title} />}
        </LargeValue>
      ) : (
        <>
          <CorteNote cortes={cortes} />
          <Formatted formato={formato} value={value} label={title} />
        </>
      )}
    </Stack>
  )
}

function Formatted({ formato, value, label }: { formato: Formato; value: unknown; label: string }) {
  if (formato === 'arbol') return <JsonTree value={value} label={label} />
  if (formato === 'tabla') return <PagedTable value={value} label={label} />
  const lines = formato === 'json' ? JSON.stringify(value, null, 2).split('\n') : xmlLines(value)
  return <PagedText lines={lines} label={label} />
}

function PagedTable({ value, label }: { value: unknown; label: string }) {
  const [page, setPage] = useState(1)
  const total = useMemo(() => countRows(value), [value])
  const pages = Math.max(1, Math.ceil(total / ROWS_PER_PAGE))
  const start = (Math.min(page, pages) - 1) * ROWS_PER_PAGE
  const { columns, rows } = useMemo(() => tableOf(value, { start, count: ROWS_PER_PAGE }), [value, start])
  return (
    <Stack gap={6}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys too */}
      <section className={classes.scroll} aria-label={`Tabla de ${label}`} tabIndex={0}>
        <Table striped withColumnBorders fz="xs" verticalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its place
              <Table.Tr key={start + at}>
                {cells.map((cell, column) => (
                  <Table.Td key={columns[column]} className={classes.cell}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Pages page={page} pages={pages} onChange={setPage} total={`${total.toLocaleString('es')} filas`} />
    </Stack>
  )
}

function PagedText({ lines, label }: { lines: readonly string[]; label: string }) {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(lines.length / LINES_PER_PAGE))
  const start = (Math.min(page, pages) - 1) * LINES_PER_PAGE
  return (
    <Stack gap={6}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys too */}
      <section className={classes.scroll} aria-label={`Texto de ${label}`} tabIndex={0}>
        <pre className={classes.text}>{lines.slice(start, start + LINES_PER_PAGE).join('\n')}</pre>
      </section>
      <Pages
        page={page}
        pages={pages}
        onChange={setPage}
        total={`${lines.length.toLocaleString('es')} líneas`}
      />
    </Stack>
  )
}
