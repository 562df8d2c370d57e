import { isCut } from '@div/contract'
import { CopyButton, JsonTree } from '@div/ui'
import { Group, Pagination, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FORMATOS, type Formato, readFormato, storeFormato, toFormato } from './formato.ts'
import { countRows, tableOf } from './value-table.ts'
import classes from './value-viewer.module.css'
import { xmlLines } from './value-xml.ts'

const ROWS_PER_PAGE = 50
const LINES_PER_PAGE = 400

/** A value of any size, in the form that its reader likes: only a page of it is drawn. */
export function ValueViewer({ title, value }: { title: string; value: unknown }) {
  const [formato, setFormato] = useState<Formato>(readFormato)
  const cut = useMemo(() => isCut(value), [value])

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
          <CopyButton size="compact-xs" variant="subtle" value={JSON.stringify(value, null, 2)} />
        </Group>
      </Group>
      {cut && (
        <Text size="xs" c="dimmed">
          Muestra incompleta: el valor era grande y aquí está solo su comienzo.
        </Text>
      )}
      {formato === 'arbol' && <JsonTree value={value} label={title} />}
      {formato === 'tabla' && <PagedTable value={value} label={title} />}
      {formato === 'json' && <PagedText lines={JSON.stringify(value, null, 2).split('\n')} label={title} />}
      {formato === 'xml' && <PagedText lines={xmlLines(value)} label={title} />}
    </Stack>
  )
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

interface PagesProps {
  page: number
  pages: number
  total: string
  onChange: (page: number) => void
}

function Pages({ page, pages, total, onChange }: PagesProps) {
  if (pages === 1) return null
  return (
    <Group gap="sm">
      <Pagination
        size="xs"
        total={pages}
        value={Math.min(page, pages)}
        onChange={onChange}
        siblings={0}
        getControlProps={(control) => ({
          'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
        })}
      />
      <Text size="xs" c="dimmed">
        {total}
      </Text>
    </Group>
  )
}
