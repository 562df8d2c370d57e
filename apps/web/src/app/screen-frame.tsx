import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { originOf } from '../shared/origin.ts'
import { useSession } from '../shared/session.ts'
import { ComingLater } from './coming-later.tsx'
import { Loading } from './loading.tsx'
import { mayOpen, type Screen } from './screen.ts'

/** The page of a screen for those who may see it. */
export function toElement(screen: Screen) {
  // With a key of its own each screen shows that it loads; without, the one before would stand until then.
  const page = (
    <Suspense key={screen.path} fallback={<Loading />}>
      <title>{`${screen.title} · DIV`}</title>
      <ComingLater load={screen.page} />
    </Suspense>
  )
  return screen.access === 'publico' ? page : <RequireAccess screen={screen}>{page}</RequireAccess>
}

function RequireAccess({ screen, children }: { screen: Screen; children: React.ReactNode }) {
  const session = useSession()
  const location = useLocation()
  // The guard around all screens leads to /login.
  if (session === null) return null
  if (mayOpen(screen.access, session.user)) return children
  return <Navigate to="/unauthorized" replace state={originOf(location)} />
}
