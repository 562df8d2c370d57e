import type {
  AiCapabilityResumen,
  CanalResumen,
  TokenEmitido,
  TokenGuardado,
  TokenInput,
} from '@div/contract'
import { tokenSchema } from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'

const NEW: TokenInput = { nombre: '', canales: 'todos', capacidades: [], expiraEn: null }

export function useTokens(query: Readonly<Record<string, string>>): ListData<TokenGuardado> {
  return usePagedList<TokenGuardado>('tokens', query)
}

/** The answer to the first storing brings the token itself. */
export function useTokenForm(
  id: string | null,
  {
    first,
    onStored,
  }: { first: Partial<TokenInput>; onStored: (stored: TokenGuardado | TokenEmitido) => void },
): ResourceForm<TokenGuardado | TokenEmitido, TokenInput> {
  return useResourceForm<TokenGuardado | TokenEmitido, TokenInput>({
    resource: 'tokens',
    id,
    schema: tokenSchema,
    initial: { ...NEW, ...first },
    toDraft: toTokenDraft,
    onStored,
  })
}

export function toTokenDraft({ nombre, canales, capacidades, expiraEn }: TokenGuardado): TokenInput {
  return { nombre, canales, capacidades, expiraEn }
}

/** As many as one answer may hold. */
const MAX_LISTED = 1_000

export function useCanales() {
  return useQuery({
    queryKey: ['canales', 'lista', 'todos'],
    queryFn: ({ signal }) =>
      callApi<CanalResumen[]>('GET', `canales?orden=nombre&limite=${MAX_LISTED}`, { signal }),
  })
}

export function useCapacidades() {
  return useQuery({
    queryKey: ['ai-capabilities', 'lista', 'todas'],
    queryFn: ({ signal }) =>
      callApi<AiCapabilityResumen[]>('GET', `ai-capabilities?orden=nombre&limite=${MAX_LISTED}`, { signal }),
  })
}

/** What is done with a token that stands; its list and its form then show it as it is. */
export function useTokenActions(id: string) {
  const queries = useQueryClient()

  async function act<Answer extends TokenGuardado>(verb: 'rotar' | 'revocar'): Promise<Answer> {
    const answer = await callApi<Answer>('POST', `tokens/${id}/${verb}`)
    keepToken(answer)
    void queries.invalidateQueries({ queryKey: ['tokens', 'lista'] })
    return answer
  }

  function keepToken({ ...kept }: TokenGuardado & { token?: string }) {
    // Shown once: nothing of the page keeps it.
    delete kept.token
    queries.setQueryData(['tokens', 'uno', kept.id], kept)
  }

  return {
    rotate: () => act<TokenEmitido>('rotar'),
    revoke: () => act<TokenGuardado>('revocar'),
    keepToken,
  }
}
