import type { TipoServidor } from '@div/contract'
import { ErrorState } from '@div/ui'
import { useParams, useSearchParams } from 'react-router'
import { useTiposServidor } from '../../shared/servidores/use-tipos-servidor.ts'
import { ServidorForm } from './servidor-form.tsx'
import { TipoCatalogue } from './tipo-catalogue.tsx'

/** In the address of a new one: of which type it is. */
const TIPO = 'tipo'
/** Those among which whoever led here wants one. */
const TIPOS = 'tipos'

/** One servidor; of a new one its type is chosen first. */
export default function ServidoresConfigPage() {
  const { id = null } = useParams()
  const [params, setParams] = useSearchParams()
  const { data: tipos, error, refetch } = useTiposServidor()
  if (error !== null) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (id !== null) return <ServidorForm key={id} id={id} tipos={tipos} />
  const chosen = findTipo(tipos, params.get(TIPO))
  if (chosen !== undefined)
    return <ServidorForm key={chosen.tipoServidor} id={null} tipos={tipos} tipo={chosen} />
  const wanted = params.get(TIPOS)?.split(',')
  return (
    <TipoCatalogue
      tipos={wanted ? tipos?.filter(({ tipoServidor }) => wanted.includes(tipoServidor)) : tipos}
      onChoose={(tipo) => setParams({ [TIPO]: tipo })}
      onAll={wanted && (() => setParams({}, { replace: true }))}
    />
  )
}

function findTipo(tipos: readonly TipoServidor[] | undefined, wanted: string | null) {
  return tipos?.find(({ tipoServidor }) => tipoServidor === wanted)
}
