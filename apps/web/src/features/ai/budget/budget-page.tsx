import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { HelpLink } from '../importe/help-link.tsx'
import { ConsumoView } from './consumo-view.tsx'
import { LlamadasView } from './llamadas-view.tsx'
import { PresupuestosView } from './presupuestos-view.tsx'

const VISTAS = [
  { value: 'presupuestos', label: 'Presupuestos' },
  { value: 'consumo', label: 'Consumo' },
  { value: 'llamadas', label: 'Llamadas' },
]
const [{ value: FIRST }] = VISTAS as [(typeof VISTAS)[number]]

export default function BudgetPage() {
  const [params, setParams] = useSearchParams()
  const vista = params.get('vista') ?? FIRST
  const vistas = (
    <>
      <HelpLink />
      <SegmentedControl
        aria-label="Qué se mira"
        data={VISTAS}
        value={vista}
        onChange={(next) => setParams(next === FIRST ? {} : { vista: next })}
      />
    </>
  )
  if (vista === 'consumo') return <ConsumoView vistas={vistas} />
  if (vista === 'llamadas') return <LlamadasView vistas={vistas} />
  return <PresupuestosView vistas={vistas} />
}
