import {
  type CambioDePassword,
  cambioDePasswordSchema,
  type Identidad,
  type Perfil,
  perfilSchema,
  type Sesion,
} from '@div/contract'
import { callApi } from '../../shared/api-client.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { storeSession, storeUser } from '../../shared/session.ts'

export function useChangeEmail() {
  return useSubmit<Perfil, Identidad>(perfilSchema, async (body) => {
    const user = await callApi<Identidad>('PUT', 'auth/me', { body })
    storeUser(user)
    return user
  })
}

/** Every other session of the user ends; this one goes on with the new tokens. */
export function useChangePassword() {
  return useSubmit<CambioDePassword, Sesion>(cambioDePasswordSchema, async (body) => {
    const sesion = await callApi<Sesion>('PUT', 'auth/password', { body })
    storeSession(sesion)
    return sesion
  })
}
