import {
  AppError,
  type ErrorDeCampo,
  type EventoDeTarea,
  hasPermission,
  type Role,
  type Tarea,
} from '@div/contract'
import { compileRuta } from '@div/engine'
import { prepareEvento } from '../../motor/pools/open-evento.ts'
import { findDefinition } from '../../motor/pools/servidor-handle.ts'

interface Nombrado {
  /** Of whoever names the servidor. */
  role: Role
  /** Undefined: there is no such servidor. */
  tipoServidor: string | undefined
}

/** Everything that keeps a tarea from beginning with its event. */
export function checkEvento(
  { cron, evento, solapamiento }: Pick<Tarea, 'cron' | 'solapamiento'> & { evento: EventoDeTarea },
  { role, tipoServidor }: Nombrado,
): ErrorDeCampo[] {
  const errores: ErrorDeCampo[] = []
  if (cron !== '')
    errores.push({ campo: 'cron', mensaje: 'Una tarea con evento no tiene horario: déjelo vacío.' })
  // Of an event that came nobody may decide that it is left out.
  if (solapamiento !== 'permitir' && solapamiento !== 'encolar')
    errores.push({ campo: 'solapamiento', mensaje: 'Con un evento solo se puede permitir o encolar.' })
  for (const [nombre, ruta] of Object.entries(evento.mapeo)) {
    if (compileRuta(ruta) === null)
      errores.push({ campo: `evento.mapeo.${nombre}`, mensaje: 'No es una ruta, como mensaje.cliente.id.' })
  }
  if (!hasPermission(role, 'servidores.leer'))
    return [
      ...errores,
      { campo: 'evento.servidorId', mensaje: 'Su rol no tiene el permiso servidores.leer.' },
    ]
  if (tipoServidor === undefined)
    return [...errores, { campo: 'evento.servidorId', mensaje: 'No existe este servidor.' }]
  try {
    prepareEvento(findDefinition(tipoServidor), evento)
  } catch (error) {
    // What is wrong with its options is told with all the rest.
    if (!(error instanceof AppError)) throw error
    errores.push(...error.errores)
  }
  return errores
}
