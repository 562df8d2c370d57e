import { PageHeader } from '@div/ui'
import { SegmentedControl, Stack } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { AjenasView } from './ajenas-view.tsx'
import { Autorizando } from './autorizando.tsx'
import { PropiasView } from './propias-view.tsx'

const VISTAS = [
  { value: 'propias', label: 'Las nuestras' },
  { value: 'ajenas', label: 'Las de otros' },
]

const SUMMARIES = {
  propias:
    'Los asistentes que hablan el Model Context Protocol usan desde aquí sus procesos como herramientas.',
  ajenas: 'Herramientas de servidores MCP de otros, que usan sus procesos una vez permitidas.',
}

/** Tools both ways: those that others use here, and those of others that are used here. */
export default function McpPage() {
  const [params, setParams] = useSearchParams()
  // Who let this product in sends people back here.
  if (params.has('state')) return <Autorizando params={params} />
  const vista = params.get('vista') === 'ajenas' ? 'ajenas' : 'propias'
  return (
    <Stack gap="lg">
      <PageHeader
        title="MCP"
        summary={SUMMARIES[vista]}
        actions={
          <SegmentedControl
            aria-label="Qué herramientas"
            data={VISTAS}
            value={vista}
            onChange={(next) => setParams(next === 'propias' ? {} : { vista: next })}
          />
        }
      />
      {vista === 'propias' ? <PropiasView /> : <AjenasView />}
    </Stack>
  )
}
