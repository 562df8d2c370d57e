import type { Comparacion, EntornoDivGuardado } from '@div/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useParams, useSearchParams } from 'react-router'
import { LoadError } from '../../shared/load-error.tsx'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useComparacion, useEntorno } from './entornos-api.ts'
import { ProcesosComparados } from './procesos-comparados.tsx'
import { VinculosComparados } from './vinculos-comparados.tsx'

const BACK = { to: '/entornos', label: 'Entornos' }
const PROCESOS = 'procesos'
const VINCULOS = 'vinculos'

/** What this DIV has beside what another one has: the procesos, and what they are bound to. */
export default function CompararPage() {
  const { id = '' } = useParams()
  const { data: entorno, error, refetch } = useEntorno(id)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} back={BACK} />
  return <Comparing id={id} entorno={entorno} />
}

function Comparing({ id, entorno }: { id: string; entorno: EntornoDivGuardado | undefined }) {
  const { data: comparacion, error, refetch, isFetching } = useComparacion(id)
  const [params, setParams] = useSearchParams()
  const vista = params.get('vista') === VINCULOS ? VINCULOS : PROCESOS
  const nombre = entorno?.nombre ?? ''
  const page = {
    back: BACK,
    // Each list remembers its columns under its own.
    title: nombre === '' ? 'Comparar' : `${vista === VINCULOS ? 'Vínculos' : 'Comparar'} con ${nombre}`,
    summary: <Summary comparacion={comparacion} />,
    actions: (
      <>
        <SegmentedControl
          aria-label="Qué se compara"
          data={[
            { value: PROCESOS, label: 'Procesos' },
            { value: VINCULOS, label: 'Servidores y parámetros' },
          ]}
          value={vista}
          onChange={(next) => setParams(next === PROCESOS ? {} : { vista: next })}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Comparar otra vez
        </Button>
      </>
    ),
  }
  // What was found before stands there no longer for what is true now.
  const reading = { error: isFetching ? null : error, retry: () => void refetch() }
  return vista === VINCULOS ? (
    <VinculosComparados page={page} comparacion={comparacion} reading={reading} />
  ) : (
    <ProcesosComparados id={id} entorno={entorno} page={page} comparacion={comparacion} reading={reading} />
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
