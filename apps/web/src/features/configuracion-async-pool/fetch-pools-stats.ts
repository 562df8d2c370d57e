import type { PoolsStats } from '@div/contract'
import { resolveAdminBase } from '../../shared/base-address.ts'
import { renewToken } from '../../shared/renew-token.ts'
import { clearSession, getSession } from '../../shared/session.ts'

const PATIENCE_MS = 5_000

/** Of the motor, which is on another port than this page (spec, 7). Throws what the dashboard keeps of a failure. */
export async function fetchPoolsStats(motorPort: number, signal: AbortSignal): Promise<PoolsStats> {
  const url = `${resolveAdminBase(window.location, motorPort)}/admin/pools/stats`
  const ask = (token: string | undefined) =>
    fetch(url, {
      mode: 'cors',
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
  const token = getSession()?.token
  let response = await ask(token)
  if (response.status === 401 && token !== undefined) {
    const renewed = await renewToken(token)
    if (renewed !== null) response = await ask(renewed)
    if (response.status === 401) clearSession()
  }
  if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`)
  return response.json()
}
