import type { Identidad, Permission, Sesion } from '@div/contract'
import { useSyncExternalStore } from 'react'

/** What the spec keeps in local storage (3, «Session data»). */
const KEYS = { token: 'token', refreshToken: 'refresh_token', user: 'user' } as const

export type Session = { token: string; refreshToken: string | null; user: Identidad }

const listeners = new Set<() => void>()
let current = readSession()

/** Other tabs sign in and out, and renew the token for all. */
window.addEventListener('storage', ({ key }) => {
  if (key === null || Object.values<string>(KEYS).includes(key)) reload()
})

export function getSession(): Session | null {
  return current
}

/** Also those of another tab. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession)
}

/** Whether the signed-in person may. What may not be done is not offered; the API refuses it too. */
export function useCan(permission: Permission): boolean {
  return useSession()?.user.permisos.includes(permission) ?? false
}

export function storeSession({ token, refresh_token, user }: Sesion): void {
  localStorage.setItem(KEYS.token, token)
  localStorage.setItem(KEYS.refreshToken, refresh_token)
  localStorage.setItem(KEYS.user, JSON.stringify(user))
  reload()
}

/** The identity as the server knows it now: its role may have changed since the sign-in. */
export function storeUser(user: Identidad): void {
  localStorage.setItem(KEYS.user, JSON.stringify(user))
  reload()
}

export function clearSession(): void {
  for (const key of Object.values(KEYS)) localStorage.removeItem(key)
  reload()
}

function reload(): void {
  current = readSession()
  for (const listener of listeners) listener()
}

function readSession(): Session | null {
  const token = localStorage.getItem(KEYS.token)
  const user = parseUser(localStorage.getItem(KEYS.user))
  if (token === null || user === null) return null
  return { token, refreshToken: localStorage.getItem(KEYS.refreshToken), user }
}

/** Null of what is not what this product writes, such as the user of an older version. */
function parseUser(text: string | null): Identidad | null {
  try {
    const user: Partial<Identidad> | null = JSON.parse(text ?? 'null')
    return typeof user?.username === 'string' && Array.isArray(user.permisos) ? (user as Identidad) : null
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
