import {
  type PasswordTemporal,
  type UsuarioCreado,
  type UsuarioGuardado,
  type UsuarioInput,
  usuarioSchema,
} from '@div/contract'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { fieldsOf } from '../../shared/form/fields-of.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'

const RESOURCE = 'usuarios'
export const USUARIO_FIELDS = fieldsOf(usuarioSchema)
const NEW: UsuarioInput = { username: '', email: '', role: 'lectura', activo: true }

export function useUsuarios(query: Readonly<Record<string, string>>): ListData<UsuarioGuardado> {
  return usePagedList<UsuarioGuardado>(RESOURCE, query)
}

/** The answer to a creation alone brings the password that was made for it. */
export function useUsuarioForm(
  id: string | null,
  onStored: (stored: UsuarioCreado) => void,
): ResourceForm<UsuarioCreado, UsuarioInput> {
  const queries = useQueryClient()
  return useResourceForm<UsuarioCreado, UsuarioInput>({
    resource: RESOURCE,
    id,
    schema: usuarioSchema,
    initial: NEW,
    toDraft: toUsuarioDraft,
    onStored: (stored) => {
      // Who asked gets it; nothing keeps it.
      const { passwordTemporal: _, ...usuario } = stored
      queries.setQueryData([RESOURCE, 'uno', stored.id], usuario)
      onStored(stored)
    },
  })
}

export function toUsuarioDraft({ username, email, role, activo }: UsuarioInput): UsuarioInput {
  return { username, email, role, activo }
}

/** What is done with an account at once, without its form. */
export function useUsuarioActions(id: string) {
  const queries = useQueryClient()

  /** The form beside the list shows what is stored now; changes that are being written stay. */
  function took(usuario: UsuarioGuardado) {
    queries.setQueryData([RESOURCE, 'uno', id], usuario)
    void queries.invalidateQueries({ queryKey: [RESOURCE, 'lista'] })
  }

  return {
    async activate(activo: boolean) {
      took(await callApi<UsuarioGuardado>('POST', `${RESOURCE}/${id}/${activo ? 'activar' : 'desactivar'}`))
    },
    /** Answers the password that is good for the next sign-in. */
    async resetPassword(): Promise<string> {
      const { password } = await callApi<PasswordTemporal>('POST', `${RESOURCE}/${id}/restablecer`)
      took(await callApi<UsuarioGuardado>('GET', `${RESOURCE}/${id}`))
      return password
    },
  }
}
