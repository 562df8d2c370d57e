import type { CanalGuardado, TokenEmitido, TokenGuardado } from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, listApi } from '../api-client.ts'

const KEY = ['tokens', 'validos']
const NONE: readonly TokenGuardado[] = []

/** Those that open something, now. */
export function useTokens(isEnabled: boolean): readonly TokenGuardado[] {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await listApi<TokenGuardado>('tokens', { signal })).items,
    enabled: isEnabled,
    staleTime: 0,
    select: (tokens) => tokens.filter(isValid),
  })
  return data ?? NONE
}

function isValid({ revocadoEn, expiraEn }: TokenGuardado): boolean {
  return revocadoEn === null && (expiraEn === null || Date.parse(expiraEn) > Date.now())
}

/** How long a token that is made here opens the canal. */
export const TRIAL_DAYS = 30
const DAY_MS = 86_400_000

/** A token of the canal, which is shown this once. */
export async function createToken({ id, nombre }: Pick<CanalGuardado, 'id' | 'nombre'>): Promise<string> {
  const expiraEn = new Date(Date.now() + TRIAL_DAYS * DAY_MS).toISOString()
  const body = { nombre: `Pruebas de ${nombre}`, canales: [id], expiraEn }
  return (await callApi<TokenEmitido>('POST', 'tokens', { body })).token
}

/** Lets a token open one canal more. */
export function useLetOpen() {
  const queries = useQueryClient()
  return async ({ id, nombre, canales, expiraEn, revision }: TokenGuardado, canalId: string) => {
    const all = canales === 'todos' ? canales : [...canales, canalId]
    await callApi('PUT', `tokens/${id}`, { body: { nombre, canales: all, expiraEn, revision } })
    await queries.invalidateQueries({ queryKey: ['tokens'] })
  }
}
