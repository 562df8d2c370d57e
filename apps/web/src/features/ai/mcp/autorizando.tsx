import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { describeError } from '../../../shared/api-error.ts'
import { takeAutorizacion } from './mcp-servers-api.ts'

/** Back from where this product was let in, or was not: what came along is handed over once. */
export function Autorizando({ params }: { params: URLSearchParams }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const estado = params.get('state') ?? ''
  const codigo = params.get('code')
  const emisor = params.get('iss')
  const { data: server, error } = useQuery({
    // Whatever is drawn twice, an answer counts once.
    queryKey: ['mcp-autorizacion', estado],
    queryFn: () => takeAutorizacion({ estado, codigo: codigo ?? '', ...(emisor !== null && { emisor }) }),
    enabled: codigo !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!server) return
    void queries.invalidateQueries({ queryKey: ['mcp-servers'] })
    void navigate(`/mcp/${server.id}`, { replace: true })
  }, [server, queries, navigate])
  if (codigo !== null && !error) return <Text>Terminando la autorización…</Text>
  const message = error ? describeError(error) : explainRefusal(params.get('error'))
  return (
    <Stack align="flex-start">
      <Alert color="red" variant="light" title="No se completó la autorización">
        {message}
      </Alert>
      <Button component={Link} to="/mcp?vista=ajenas" variant="default">
        Volver a MCP
      </Button>
    </Stack>
  )
}

/** RFC 6749, 4.1.2.1. What else it says was written by somebody else. */
function explainRefusal(error: string | null): string {
  return error === 'access_denied'
    ? 'No se autorizó a DIV. Si fue sin querer, comience otra vez.'
    : `Quien autoriza contestó con un error${error === null ? '' : `: ${error.slice(0, 100)}`}. Comience otra vez.`
}
