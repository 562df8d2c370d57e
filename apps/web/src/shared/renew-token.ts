import type { Sesion } from '@div/contract'
import { refuseFailure, sendRequest } from './send-request.ts'
import { getSession, storeSession } from './session.ts'

let renewing: Promise<string | null> | null = null

/** A new token for one that was refused; null when there is none to be had. Requests that were refused together wait for one renewal. */
export function renewToken(refused: string): Promise<string | null> {
  const session = getSession()
  if (session === null) return Promise.resolve(null)
  // Somebody else, or another tab, was quicker.
  if (session.token !== refused) return Promise.resolve(session.token)
  if (session.refreshToken === null) return Promise.resolve(null)
  renewing ??= renew(session.refreshToken).finally(() => {
    renewing = null
  })
  return renewing
}

async function renew(refreshToken: string): Promise<string | null> {
  try {
    const response = await sendRequest('POST', 'auth/refresh', { body: { refresh_token: refreshToken } })
    const sesion: Sesion = await (await refuseFailure(response)).json()
    storeSession(sesion)
    return sesion.token
  } catch {
    // Whatever the reason, the session cannot go on (spec, 4); the caller ends it.
    return null
  }
}
