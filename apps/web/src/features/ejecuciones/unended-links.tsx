import { Anchor } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { ESTADO_LABELS } from '../../shared/trace/estados.tsx'

const UNENDED = ['en_cola', 'ejecutando', 'esperando'] as const

/** What has not ended stands in no history: from here each of its lists is one step away, with what else is asked for. */
export function UnendedLinks() {
  const [params] = useSearchParams()
  return (
    <>
      Sin terminar:{' '}
      {UNENDED.map((estado, index) => {
        const wanted = new URLSearchParams(params)
        wanted.set('estado', estado)
        return (
          <span key={estado}>
            {index > 0 && ', '}
            <Anchor component={Link} to={{ search: wanted.toString() }} size="sm" underline="always">
              {ESTADO_LABELS[estado].toLowerCase()}
            </Anchor>
          </span>
        )
      })}
      .
    </>
  )
}
