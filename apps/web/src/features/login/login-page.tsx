import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { readOrigin } from '../../shared/origin.ts'
import { queryClient } from '../../shared/query-client.ts'
import { useSession } from '../../shared/session.ts'
import classes from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { LoginHero } from './login-hero.tsx'

export default function LoginPage() {
  const session = useSession()
  const origin = readOrigin(useLocation().state)

  // What the person before had read is not for the next one.
  useEffect(() => queryClient.clear(), [])

  if (session !== null) return <Navigate to={origin ?? '/'} replace />
  return (
    <main className={classes.page}>
      <LoginHero />
      <LoginForm />
    </main>
  )
}
