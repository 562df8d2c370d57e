import type { ClaseDeConversacion, ConversacionGuardada } from '@div/contract'
import { ErrorState } from '@div/ui'
import { Button, NavLink, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listApi } from '../../../shared/api-client.ts'
import { SearchInput } from '../../../shared/list/search-input.tsx'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { LISTA_KEY, RESOURCE } from './conversaciones-api.ts'
import classes from './conversaciones-list.module.css'

const PAGE = 50

interface ConversacionesListProps {
  clase: ClaseDeConversacion
  openId: string | null
  onOpen: (id: string) => void
}

/** The last one used first; what is searched may stand in its title or in what was said. */
export function ConversacionesList({ clase, openId, onOpen }: ConversacionesListProps) {
  const [q, setQ] = useState('')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...LISTA_KEY, clase, q],
    queryFn: ({ pageParam, signal }) =>
      listApi<ConversacionGuardada>(
        `${RESOURCE}?${new URLSearchParams({ clase, q, limite: String(PAGE), desde: String(pageParam) })}`,
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const known = pages.reduce((sum, { items }) => sum + items.length, 0)
      return known < total ? known : undefined
    },
  })
  const conversaciones = data?.pages.flatMap(({ items }) => items)
  return (
    <Stack gap="sm" className={classes.panel ?? ''}>
      <SearchInput value={q} onChange={setQ} label="Buscar en las conversaciones" isWide />
      <ScrollArea className={classes.scroll ?? ''} type="auto">
        {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!conversaciones && !error && <Skeleton height={160} />}
        {conversaciones?.length === 0 && (
          <Text size="sm" c="dimmed">
            {q === '' ? 'Todavía no hay conversaciones.' : 'Ninguna conversación dice eso.'}
          </Text>
        )}
        {conversaciones?.map(({ id, titulo, agente, generando, actualizadoEn }) => (
          <NavLink
            key={id}
            active={id === openId}
            aria-current={id === openId ? 'true' : undefined}
            label={titulo || 'Sin título'}
            description={
              <>
                {agente && `${agente.nombre} · `}
                {generando ? 'Contestando…' : <TimeAgo at={actualizadoEn} />}
              </>
            }
            noWrap
            onClick={() => onOpen(id)}
            component="button"
          />
        ))}
        {hasNextPage && (
          <Button
            variant="subtle"
            size="compact-sm"
            fullWidth
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Ver más
          </Button>
        )}
      </ScrollArea>
    </Stack>
  )
}
