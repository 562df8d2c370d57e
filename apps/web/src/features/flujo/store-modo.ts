import type { Proceso } from '@div/contract'
import { notify } from '@div/ui'
import { describeError } from '../../shared/api-error.ts'
import { describeModo } from '../../shared/procesos/modos.ts'
import type { DraftSaver } from './store/draft-saver.ts'

/** Stores how runs go from now on, and says it; whether that is so now, or will be once a person has decided something else. */
export async function storeModo(saver: DraftSaver, modo: Proceso['modo']): Promise<boolean> {
  const title = `Modo: ${describeModo(modo).label}`
  try {
    const outcome = await saver.changeModo(modo)
    if (outcome === 'espera') notify.info(title, 'Se guarda en cuanto elija qué queda de cada quien.')
    else notify.success(title, 'Se deshace como cualquier otro cambio, con Ctrl+Z.')
    return true
  } catch (reason) {
    notify.error('No se pudo cambiar el modo', describeError(reason))
    return false
  }
}
