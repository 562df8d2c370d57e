import { EmptyState, ErrorState } from '@div/ui'
import { Anchor, Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ApiError, describeError } from './api-error.ts'

interface LoadErrorProps {
  error: unknown
  onRetry: () => void
  /** The list that it would belong to. */
  back?: { to: string; label: string }
}

/** One thing that could not be read: where there is no such thing, its list leads on. */
export function LoadError({ error, onRetry, back }: LoadErrorProps) {
  if (!(error instanceof ApiError && error.status === 404))
    return <ErrorState message={describeError(error)} onRetry={onRetry} />
  return (
    <EmptyState
      icon={IconFileUnknown}
      title="No existe, o ya no"
      text={describeError(error)}
      action={
        back ? (
          <Anchor component={Link} to={back.to} size="sm">
            Ver {back.label.toLowerCase()}
          </Anchor>
        ) : (
          <Button variant="default" size="xs" onClick={onRetry}>
            Reintentar
          </Button>
        )
      }
    />
  )
}
