import type { Cancelacion } from '@div/contract'
import { notify } from '@div/ui'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api-client.ts'
import { describeError } from '../../shared/api-error.ts'
import { disparosKey } from './tareas-api.ts'

/** Runs a tarea now, whatever its schedule says; what becomes of it stands in its ledger. */
export function useRunTarea() {
  const queries = useQueryClient()
  return async ({ id, nombre }: { id: string; nombre: string }) => {
    try {
      await callApi<Cancelacion>('POST', `tareas-programadas/${id}/ejecutar`)
      await queries.invalidateQueries({ queryKey: disparosKey(id) })
      notify.success('Tarea en marcha', nombre)
    } catch (error) {
      notify.error('No se pudo ejecutar', describeError(error))
    }
  }
}
