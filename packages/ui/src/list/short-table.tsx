import { Table } from '@mantine/core'
import { useMemo } from 'react'
import { defaultColumns, type ListColumn, stackedColumns, visibleColumns } from './list-column.ts'
import classes from './short-table.module.css'
import { useWidth } from './use-width.ts'

interface ShortTableProps<Row extends { id: string }> {
  /** What is listed, for who does not see it. */
  label: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
}

/** A few rows within something else: all are drawn. What has no room beside the first column stands below it. */
export function ShortTable<Row extends { id: string }>({ label, columns, rows }: ShortTableProps<Row>) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const chosen = useMemo(() => new Set(defaultColumns(columns)), [columns])
  const shown = visibleColumns(columns, { chosen, width })
  const stacked = stackedColumns(columns, { chosen, width })
  return (
    <div ref={ref}>
      <Table className={classes.table} verticalSpacing={6} horizontalSpacing="sm" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {shown.map(({ key, title, align }) => (
              <Table.Th key={key} scope="col" data-align={align}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {shown.map(({ key, align, render }, place) => (
                <Table.Td key={key} data-align={align}>
                  {render(row)}
                  {place === 0 && stacked.length > 0 && <Below row={row} columns={stacked} />}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Below<Row>({ row, columns }: { row: Row; columns: readonly ListColumn<Row>[] }) {
  return (
    <dl className={classes.below}>
      {columns.map(({ key, title, isTitled, render }) => (
        <div key={key} title={title} className={classes.pair}>
          {isTitled && <dt>{title}</dt>}
          <dd>{render(row)}</dd>
        </div>
      ))}
    </dl>
  )
}
