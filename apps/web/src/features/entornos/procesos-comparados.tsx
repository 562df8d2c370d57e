import {
  type Comparacion,
  type EntornoDivGuardado,
  ESTADOS_DE_COMPARACION,
  type Promocion,
} from '@div/contract'
import { EmptyState, notify } from '@div/ui'
import { Button } from '@mantine/core'
import { IconArrowsDiff, IconRocket } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import type { ListData } from '../../shared/list/list-data.ts'
import { ListPage, type ListPageProps } from '../../shared/list/list-page.tsx'
import { useListAddress } from '../../shared/list/use-list-address.ts'
import { useOpened } from '../../shared/list/use-opened.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useCan, useSession } from '../../shared/session.ts'
import { estadoOptions } from './comparacion-badge.tsx'
import { COMPARACION_COLUMNS } from './comparacion-columns.tsx'
import { type ComparacionRow, describeSeleccion, filterRows, toRows } from './comparacion-rows.ts'
import { DiferenciaPanel } from './diferencia-panel.tsx'
import { usePromote } from './entornos-api.ts'
import { PromoverDialog } from './promover-dialog.tsx'
import { ResultadosPanel } from './resultados-panel.tsx'

const NOUN = ['proceso', 'procesos'] as const

export interface Comparado<Row extends { id: string }> {
  /** The head that both lists have. */
  page: Pick<ListPageProps<Row>, 'back' | 'title' | 'summary' | 'actions'>
  comparacion: Comparacion | undefined
  reading: Pick<ListData<Row>, 'error' | 'retry'>
}

interface ProcesosComparadosProps extends Comparado<ComparacionRow> {
  id: string
  entorno: EntornoDivGuardado | undefined
}

/** The procesos of this DIV beside those of another one, and their way there. */
export function ProcesosComparados({ id, entorno, page, comparacion, reading }: ProcesosComparadosProps) {
  const address = useListAddress({ q: '', estado: '', orden: '' })
  const opened = useOpened()
  const selection = useSelection()
  const promover = usePromote(id)
  const mayPromote = useMayPromote(entorno)
  const [isAsking, setIsAsking] = useState(false)
  const [promocion, setPromocion] = useState<Promocion | null>(null)
  const rows = useMemo(() => toRows(comparacion?.procesos ?? []), [comparacion])
  const shown = filterRows(rows, address.values)
  const open = rows.find((row) => row.id === opened.id)
  const nombre = entorno?.nombre ?? ''
  const ask = () => setIsAsking(true)

  function finish(next: Promocion) {
    setPromocion(next)
    selection.clear()
    opened.close()
    const done = next.resultados.filter(({ version, estado }) => version !== null || estado === 'borrador')
    if (done.length === next.resultados.length)
      notify.success('Promovido', `Llegó todo a ${nombre}: ${done.length.toLocaleString('es')}.`)
    else notify.warning('Promovido en parte', `Llegaron ${done.length} de ${next.resultados.length}.`)
  }

  return (
    <>
      <ListPage
        {...page}
        noun={NOUN}
        data={{
          total: comparacion === undefined ? null : shown.length,
          hasMore: false,
          rowAt: (index) => shown[index],
          onRange: () => {},
          ...reading,
        }}
        columns={COMPARACION_COLUMNS}
        address={address}
        filters={
          <FilterSelect
            label="Estado"
            width={200}
            data={estadoOptions(ESTADOS_DE_COMPARACION, rows)}
            value={address.values.estado}
            onChange={(estado) => address.set('estado', estado)}
          />
        }
        empty={
          <EmptyState
            icon={IconArrowsDiff}
            title="No hay nada que comparar"
            text="Ni aquí ni allí hay procesos. Dibuje uno, publíquelo y vuelva."
            action={
              <Button component={Link} to="/procesos" variant="default">
                Ir a los procesos
              </Button>
            }
          />
        }
        {...(mayPromote && {
          selection,
          bulk: (
            <Button size="xs" leftSection={<IconRocket size={14} aria-hidden />} onClick={ask}>
              Promover
            </Button>
          ),
        })}
        openId={opened.id}
        onOpen={(row) => opened.open(row.id)}
        aside={
          promocion ? (
            <ResultadosPanel promocion={promocion} onClose={() => setPromocion(null)} />
          ) : (
            open &&
            comparacion && (
              <DiferenciaPanel
                key={open.id}
                entornoId={id}
                row={open}
                momento={comparacion.momento}
                onClose={opened.close}
              />
            )
          )
        }
      />
      {isAsking && (
        <PromoverDialog
          nombre={nombre}
          seleccion={describeSeleccion(rows, selection.ids)}
          onPromote={promover.mutateAsync}
          onPromoted={finish}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** As the API decides it. */
function useMayPromote(entorno: EntornoDivGuardado | undefined): boolean {
  const mayEdit = useCan('procesos.editar')
  const isAdmin = useSession()?.user.role === 'admin'
  return mayEdit && entorno !== undefined && (isAdmin || entorno.promueven === 'operador')
}
