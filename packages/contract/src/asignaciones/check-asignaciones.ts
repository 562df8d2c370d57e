import type { Asignacion, Canal } from '../canal.ts'
import type { ErrorDeCampo } from '../errors/app-error.ts'
import { findElementOwner, isOperacion } from './operacion.ts'
import { parseRoutePath } from './route-path.ts'

/** What is known of the processes that the assignments name. */
export interface ProcesoAsignable {
  id: string
  nombre: string
  /** Null: never published. */
  versionPublicada: number | null
  versiones: readonly number[]
}

/** Paths that a canal answers itself. */
const OWN_ROUTES = new Set(['GET /openapi.json', 'GET /docs', 'GET /docs/:p0'])

/** Everything that keeps these assignments from being published in a canal of this type, each named by its position. */
export function checkAsignaciones(
  asignaciones: readonly Asignacion[],
  procesos: ReadonlyMap<string, ProcesoAsignable>,
  tipo: Canal['tipo'],
): ErrorDeCampo[] {
  return [
    ...asignaciones.flatMap((asignacion, index) => [
      ...checkProceso(asignacion, procesos.get(asignacion.procesoId), `[${index}]`),
      ...(tipo === 'SOAP' ? checkOperacion(asignacion, `[${index}]`) : checkRuta(asignacion, `[${index}]`)),
    ]),
    ...(tipo === 'SOAP' ? findTaken(asignaciones, procesos) : findConflicts(asignaciones, procesos)),
  ]
}

function checkOperacion({ metodo, ruta, operacion }: Asignacion, campo: string): ErrorDeCampo[] {
  const errores: ErrorDeCampo[] = []
  for (const [name, value] of Object.entries({ metodo, ruta })) {
    const mensaje = 'Un canal SOAP no tiene métodos ni rutas: use operación.'
    if (value !== undefined) errores.push({ campo: `${campo}.${name}`, mensaje })
  }
  if (operacion === undefined) errores.push({ campo: `${campo}.operacion`, mensaje: 'Falta este dato.' })
  else if (!isOperacion(operacion)) {
    errores.push({
      campo: `${campo}.operacion`,
      mensaje: 'Use letras, dígitos, puntos y guiones, sin espacios; empiece por una letra.',
    })
  }
  return errores
}

/** Two operations of one name, or one called as the answer of another, would be one element of the WSDL. */
function findTaken(
  asignaciones: readonly Asignacion[],
  procesos: ReadonlyMap<string, ProcesoAsignable>,
): ErrorDeCampo[] {
  const operaciones = asignaciones.map(({ operacion }) => operacion ?? '')
  return asignaciones.flatMap(({ operacion, procesoId }, index) => {
    if (operacion === undefined) return []
    const campo = `[${index}].operacion`
    const first = asignaciones[operaciones.indexOf(operacion)]
    if (first && operaciones.indexOf(operacion) < index) {
      const names = [first.procesoId, procesoId].map((id) => `«${procesos.get(id)?.nombre ?? id}»`)
      return [{ campo, mensaje: `Los procesos ${names.join(' y ')} responderían a la misma operación.` }]
    }
    const owner = findElementOwner(operacion, operaciones)
    if (owner === undefined) return []
    return [{ campo, mensaje: `El WSDL ya usa este nombre para «${owner}»: elija otro.` }]
  })
}

function checkProceso(
  { version }: Asignacion,
  proceso: ProcesoAsignable | undefined,
  campo: string,
): ErrorDeCampo[] {
  if (!proceso) return [{ campo: `${campo}.procesoId`, mensaje: 'No existe este proceso.' }]
  if (version === 'publicada') {
    if (proceso.versionPublicada !== null) return []
    const mensaje = `El proceso «${proceso.nombre}» no tiene ninguna versión publicada. Publíquelo primero.`
    return [{ campo: `${campo}.version`, mensaje }]
  }
  if (proceso.versiones.includes(version)) return []
  return [
    { campo: `${campo}.version`, mensaje: `El proceso «${proceso.nombre}» no tiene la versión ${version}.` },
  ]
}

function checkRuta({ metodo, ruta, operacion }: Asignacion, campo: string): ErrorDeCampo[] {
  const errores: ErrorDeCampo[] = []
  if (metodo === undefined) errores.push({ campo: `${campo}.metodo`, mensaje: 'Falta este dato.' })
  if (ruta === undefined) errores.push({ campo: `${campo}.ruta`, mensaje: 'Falta este dato.' })
  if (operacion !== undefined) {
    errores.push({
      campo: `${campo}.operacion`,
      mensaje: 'Un canal REST no tiene operaciones: use método y ruta.',
    })
  }
  const parsed = ruta === undefined ? undefined : parseRoutePath(ruta)
  if (parsed && 'motivo' in parsed) {
    errores.push({ campo: `${campo}.ruta`, mensaje: `La ruta no se puede publicar: ${parsed.motivo}.` })
  }
  if (parsed && 'pattern' in parsed && OWN_ROUTES.has(`${metodo} ${parsed.pattern}`)) {
    errores.push({ campo: `${campo}.ruta`, mensaje: 'El canal responde aquí con su propia descripción.' })
  }
  return errores
}

/** Two paths clash when they differ only in the names of their parameters. */
function findConflicts(
  asignaciones: readonly Asignacion[],
  procesos: ReadonlyMap<string, ProcesoAsignable>,
): ErrorDeCampo[] {
  const taken = new Map<string, Asignacion>()
  return asignaciones.flatMap((asignacion, index) => {
    const { metodo, ruta, procesoId } = asignacion
    const parsed = ruta === undefined ? undefined : parseRoutePath(ruta)
    if (!parsed || 'motivo' in parsed) return []
    const key = `${metodo} ${parsed.pattern}`
    const first = taken.get(key)
    if (!first) {
      taken.set(key, asignacion)
      return []
    }
    const names = [first.procesoId, procesoId].map((id) => `«${procesos.get(id)?.nombre ?? id}»`)
    const mensaje = `${metodo} ${ruta} choca con ${first.metodo} ${first.ruta}: los procesos ${names.join(' y ')} responderían lo mismo.`
    return [{ campo: `[${index}].ruta`, mensaje }]
  })
}
