import type { Ejecucion } from '@div/contract'
import { describeMs } from '@div/ui'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { acceptedAt } from './accepted-at.ts'
import { isUnheard } from './is-unheard.ts'

/** Shorter waits are those of any run. */
const TOLD_MS = 1_000

/** Of a run without any node: how long it waited, and what is known of what it did. */
export function SinNodos({ ejecucion }: { ejecucion: Ejecucion }) {
  const { id, inicio } = ejecucion
  const accepted = acceptedAt(id)
  const waitedMs = accepted === null ? 0 : Date.parse(inicio) - accepted
  const waited = accepted !== null && waitedMs >= TOLD_MS
  if (!isUnheard(ejecucion))
    return (
      <>
        Ningún nodo llegó a ejecutarse.
        {waited && ` Esperó ${describeMs(waitedMs)} desde que se aceptó.`}
      </>
    )
  return (
    <>
      {waited && (
        <>
          Se aceptó <TimeAgo at={new Date(accepted).toISOString()} /> y se abandonó {describeMs(waitedMs)}{' '}
          después.{' '}
        </>
      )}
      No se sabe qué nodos llegaron a ejecutarse: los workers que la tenían se detuvieron sin contarlo. Antes
      de repetirla, compruebe qué alcanzó a hacer.{' '}
      <Anchor component={Link} to="/ejecuciones/perdidas" size="sm" underline="always">
        Ver las perdidas
      </Anchor>
    </>
  )
}
