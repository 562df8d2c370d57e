import type { Comparacion, EntornoDivGuardado, Promocion } from '@div/contract'
import { EmptyState, notify } from '@div/ui'
import { Button } from '@mantine/core'
import { IconArrowsDiff, IconRefresh, IconRocket } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { useListAddress } from '../../shared/list/use-list-address.ts'
import { useOpened } from '../../shared/list/use-opened.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { LoadError } from '../../shared/load-error.tsx'
import { useCan, useSession } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { estadoOptions } from './comparacion-badge.tsx'
import { COMPARACION_COLUMNS } from './comparacion-columns.tsx'
import { countEstados, describeSeleccion, filterRows, toRows } from './comparacion-rows.ts'
import { DiferenciaPanel } from './diferencia-panel.tsx'
import { useComparacion, useEntorno, usePromote } from './entornos-api.ts'
import { PromoverDialog } from './promover-dialog.tsx'
import { ResultadosPanel } from './resultados-panel.tsx'

const NOUN = ['proceso', 'procesos'] as const
const BACK = { to: '/entornos', label: 'Entornos' }

/** The procesos of this DIV beside those of another one, and their way there. */
export default function CompararPage() {
  const { id = '' } = useParams()
  const { data: entorno, error, refetch } = useEntorno(id)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} back={BACK} />
  return <Comparing id={id} entorno={entorno} />
}

function Comparing({ id, entorno }: { id: string; entorno: EntornoDivGuardado | undefined }) {
  const { data: comparacion, error, refetch, isFetching } = useComparacion(id)
  const promover = usePromote(id)
  const address = useListAddress({ q: '', estado: '', orden: '' })
  const opened = useOpened()
  const selection = useSelection()
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
        back={BACK}
        title={nombre === '' ? 'Comparar' : `Comparar con ${nombre}`}
        summary={<Summary comparacion={comparacion} />}
        noun={NOUN}
        data={{
          total: comparacion === undefined ? null : shown.length,
          hasMore: false,
          rowAt: (index) => shown[index],
          onRange: () => {},
          // What was found before stands there no longer for what is true now.
          error: isFetching ? null : error,
          retry: () => void refetch(),
        }}
        columns={COMPARACION_COLUMNS}
        address={address}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            Comparar otra vez
          </Button>
        }
        filters={
          <FilterSelect
            label="Estado"
            width={200}
            data={estadoOptions(countEstados(rows))}
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

function Summary({ comparacion }: { comparacion: Comparacion | undefined }) {
  if (!comparacion) return 'Lo publicado aquí junto a lo publicado allí, por su nombre.'
  const { version, momento } = comparacion
  return (
    <>
      DIV {version.aqui} aquí, DIV {version.alli} allí · comparado <TimeAgo at={momento} />
    </>
  )
}

/** As the API decides it. */
function useMayPromote(entorno: EntornoDivGuardado | undefined): boolean {
  const mayEdit = useCan('procesos.editar')
  const isAdmin = useSession()?.user.role === 'admin'
  return mayEdit && entorno !== undefined && (isAdmin || entorno.promueven === 'operador')
}
