import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

/** Where what went wrong is put right. */
const SALIDAS: Readonly<Record<string, readonly [string, string]>> = {
  PRESUPUESTO_AGOTADO: ['/ai/budget', 'Ver el presupuesto'],
  MODELO_SIN_PRECIO: ['/ai/pricing', 'Ver los precios'],
}

export function WayOut({ codigo }: { codigo: string }) {
  const [to, label] = SALIDAS[codigo] ?? []
  if (to === undefined) return null
  return (
    <Anchor component={Link} to={to} inherit underline="always">
      {label}
    </Anchor>
  )
}
