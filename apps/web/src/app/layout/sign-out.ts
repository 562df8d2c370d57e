import { removeConfigSistema } from '../../shared/config-sistema.ts'
import { sendRequest } from '../../shared/send-request.ts'
import { clearSession, getSession } from '../../shared/session.ts'

/** Nobody waits longer for the server to forget the session; it ends by itself anyway. */
const FAREWELL_MS = 2_000

/** Ends the session here and on the server, and leaves nothing of it in the page's memory (spec, 4). */
export async function signOut(): Promise<void> {
  const refreshToken = getSession()?.refreshToken
  if (refreshToken) {
    const options = { body: { refresh_token: refreshToken }, signal: AbortSignal.timeout(FAREWELL_MS) }
    // Unreachable or slow: the session ends here all the same.
    await sendRequest('POST', 'auth/logout', options).catch(() => undefined)
  }
  clearSession()
  removeConfigSistema()
  window.location.assign('/login')
}
