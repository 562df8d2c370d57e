import { Anchor } from '@mantine/core'

/** Where prices and budgets are explained. */
export function HelpLink() {
  return (
    <Anchor href="/documentacion/ia-presupuesto" target="_blank" rel="opener" size="sm">
      Ayuda
    </Anchor>
  )
}
