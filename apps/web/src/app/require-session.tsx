import type { Identidad } from '@div/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { callApi } from '../shared/api-client.ts'
import { originOf } from '../shared/origin.ts'
import { clearSession, getSession, storeUser, useSession } from '../shared/session.ts'
import { signOut } from './layout/sign-out.ts'
import { Loading } from './loading.tsx'

const TemporaryPasswordPage = lazy(() => import('../features/perfil/temporary-password-page.tsx'))

/** A session that was found at the start counts only once the server has confirmed it; one that begins later comes from the server. */
let confirmation = getSession() === null ? null : confirmSession()

async function confirmSession(): Promise<void> {
  try {
    storeUser(await callApi<Identidad>('GET', 'auth/me'))
  } catch {
    // Whatever the reason (spec, 4): what could not be confirmed is not kept.
    clearSession()
  } finally {
    confirmation = null
  }
}

export function RequireSession() {
  const session = useSession()
  const location = useLocation()
  const [isChecking, setChecking] = useState(confirmation !== null)

  useEffect(() => {
    // It may have come between the drawing and now.
    if (confirmation === null) setChecking(false)
    else void confirmation.then(() => setChecking(false))
  }, [])

  if (session === null) return <Navigate to="/login" replace state={originOf(location)} />
  if (isChecking) return <Loading />
  if (!session.user.debeCambiarPassword) return <Outlet />
  return (
    <Suspense fallback={<Loading />}>
      <TemporaryPasswordPage onSignOut={signOut} />
    </Suspense>
  )
}
