import type { ProcesoResumen } from '@div/contract'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { useReach } from '../../shared/reach.ts'

/** Where a proceso is published: the first canal, and how many more. */
export function CanalesLine({ canales }: Pick<ProcesoResumen, 'canales'>) {
  const reaches = useReach()
  const [first, ...more] = canales
  if (first === undefined) return null
  const path = addressOf('canales', first.id)
  return (
    <Text size="sm" truncate miw={0} title={canales.map(({ nombre }) => nombre).join(', ')}>
      {reaches(path) ? (
        <Anchor component={Link} to={path} size="sm">
          {first.nombre}
        </Anchor>
      ) : (
        first.nombre
      )}
      {more.length > 0 && ` y ${more.length} más`}
    </Text>
  )
}
