import type { TablaGuardada } from '@div/contract'
import { EmptyState, ErrorState } from '@div/ui'
import { Group, Pill, Skeleton, Text } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { UnsavedGuard } from '../../shared/form/unsaved-guard.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { SearchInput } from '../../shared/list/search-input.tsx'
import { useListAddress } from '../../shared/list/use-list-address.ts'
import { LoadError } from '../../shared/load-error.tsx'
import { useCan } from '../../shared/session.ts'
import { FilaConflicts } from './fila-conflicts.tsx'
import { FilasGrid } from './filas-grid.tsx'
import { nameOf, readFiltros, showFiltro, withFiltro } from './filas-query.ts'
import { countUnsaved } from './grid-edits.ts'
import { errorAt, linesOf, textAt } from './grid-model.ts'
import { clampSelection, type GridSelection, rangeOf, selectCell } from './grid-selection.ts'
import { GridStatus } from './grid-status.tsx'
import { GridTools } from './grid-tools.tsx'
import { TablaActions } from './tabla-actions.tsx'
import { useTabla } from './tablas-api.ts'
import { useFilas } from './use-filas.ts'
import { useGridActions } from './use-grid-actions.ts'
import { useSavedEdits } from './use-saved-edits.ts'

const BACK = { to: '/tablas', label: 'Tablas' }

export default function TablaPage() {
  const { id = '' } = useParams()
  const { data: tabla, error, refetch } = useTabla(id)
  // A read in the background that fails takes nothing away from who is writing.
  if (tabla !== undefined) return <Tabla key={id} tabla={tabla} />
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} back={BACK} />
  return <Skeleton height={480} />
}

const START: GridSelection = selectCell({ row: 0, column: 0 })

function Tabla({ tabla }: { tabla: TablaGuardada }) {
  const { nombre, descripcion, columnas } = tabla
  const isReadOnly = !useCan('tablas.editar')
  const address = useListAddress({ q: '', orden: '' })
  const [params, setParams] = useSearchParams()
  const filtros = useMemo(() => readFiltros(params, columnas), [params, columnas])
  const { q, orden } = address.values
  const query = useMemo(() => {
    const asked = { q, orden: columnas.some((each) => each.nombre === orden.replace(/^-/, '')) ? orden : '' }
    const given = Object.entries(asked).filter(([, value]) => value !== '')
    return Object.fromEntries([...given, ...filtros.map((filtro) => [nameOf(filtro), filtro.valor] as const)])
  }, [q, orden, filtros, columnas])
  const filas = useFilas(tabla, query)
  const saved = useSavedEdits(tabla, filas)
  const { edits, change } = saved
  const total = filas.total ?? 0
  const lines = linesOf({ edits, total: filas.total, filaAt: filas.filaAt, isReadOnly })
  const actions = useGridActions({ columnas, lines, filas, edits, change })
  const [wanted, setSelection] = useState(START)
  const selection = clampSelection(wanted, { rows: lines.count, columns: columnas.length })
  const isNarrowed = q !== '' || filtros.length > 0
  const unsaved = countUnsaved(edits)

  const active = lines.rowAt(selection.anchor.row)
  const columna = columnas[selection.anchor.column]
  const error = active && columna && errorAt(edits, active.key, columna.nombre, selection.anchor.column === 0)

  function setFiltro(name: string, filtro: (typeof filtros)[number] | null) {
    setParams((current) => withFiltro(current, name, filtro), { replace: true })
    setSelection(START)
  }

  return (
    <AsidePage
      back={BACK}
      title={nombre}
      summary={descripcion === '' ? `BUSCAR("${nombre}"; clave; "columna")` : descripcion}
      actions={<TablaActions tabla={tabla} isReadOnly={isReadOnly} />}
    >
      <Group gap="sm">
        <SearchInput value={q} onChange={(next) => address.set('q', next)} />
        {filtros.map((filtro) => {
          const tipo = columnas.find((each) => each.nombre === filtro.columna)?.tipo ?? 'texto'
          return (
            <Pill
              key={filtro.columna}
              withRemoveButton
              onRemove={() => setFiltro(filtro.columna, null)}
              removeButtonProps={{
                'aria-label': `Quitar el filtro de ${filtro.columna}`,
                'aria-hidden': false,
              }}
            >
              {filtro.columna} {showFiltro(filtro, tipo)}
            </Pill>
          )
        })}
        <Text size="sm" c="dimmed" aria-live="polite" ml="auto">
          {filas.total === null
            ? 'Cargando...'
            : `${total.toLocaleString('es')} ${total === 1 ? 'fila' : 'filas'}`}
        </Text>
        {!isReadOnly && <GridTools saved={saved} selection={selection} lines={lines} actions={actions} />}
      </Group>
      <FilaConflicts edits={edits} columnas={columnas} onChange={change} />
      {filas.error !== null && <ErrorState message={filas.error.message} onRetry={filas.retry} />}
      {isReadOnly && filas.total === 0 && !isNarrowed ? (
        <EmptyState
          icon={IconTable}
          title="La tabla está vacía"
          text="Todavía nadie ha escrito filas en ella: las escriben quienes pueden editarla y los procesos."
          action={<GuiaLink to="/documentacion-transformaciones">transformaciones y fórmulas</GuiaLink>}
        />
      ) : (
        <FilasGrid
          label={`Filas de ${nombre}`}
          columnas={columnas}
          lines={lines}
          filas={filas}
          saved={saved}
          actions={actions}
          selection={selection}
          onSelection={setSelection}
          isReadOnly={isReadOnly}
          orden={orden}
          onOrden={(next) => address.set('orden', next)}
          filtros={filtros}
          onFiltro={setFiltro}
        />
      )}
      <GridStatus
        saved={saved}
        unsaved={unsaved}
        isReadOnly={isReadOnly}
        message={error ?? describeCell(columna?.nombre, columna && textAt(active, columna))}
        isError={error !== undefined}
        range={rangeOf(selection)}
        hint={
          filas.total === 0 && !isNarrowed && lines.count <= 1
            ? 'Escriba en la primera fila, pegue desde una hoja de cálculo o importe un archivo.'
            : null
        }
      />
      <UnsavedGuard isDirty={unsaved > 0} />
    </AsidePage>
  )
}

function describeCell(nombre: string | undefined, text: string | undefined): string {
  return nombre === undefined || text === undefined || text === '' ? '' : `${nombre}: ${text}`
}
