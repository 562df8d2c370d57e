import { type AsignacionGuardada, checkAsignaciones, type ErrorDeCampo, type Parametro } from '@div/contract'
import { slugOf } from '../../../shared/canales/slug.ts'

type Metodo = NonNullable<AsignacionGuardada['metodo']>
export interface RestCall {
  metodo: Metodo
  ruta: string
}
/** In a canal of REST or of SOAP. */
export type Call = RestCall | { operacion: string }

/** What fits into an address. */
const PLAIN = new Set(['texto', 'entero', 'decimal', 'booleano', 'fecha', 'fechaHora'])

/** How a process is called at first: read by its address when what it asks for fits in there. */
export function suggestCall(
  { nombre, parametros }: { nombre: string; parametros: readonly Parametro[] },
  { isOwnCanal }: { isOwnCanal: boolean },
): RestCall {
  const asked = parametros.filter(({ origen }) => origen !== 'cabecera')
  const fits = asked.every(({ tipo = 'cualquiera', origen }) => PLAIN.has(tipo) && origen !== 'cuerpo')
  const inPath = asked.filter(
    ({ requerido, defecto, origen }) => fits && requerido && defecto === undefined && origen !== 'consulta',
  )
  const segments = [...(isOwnCanal ? [] : [slugOf(nombre)]), ...inPath.map((each) => `{${each.nombre}}`)]
  return { metodo: fits ? 'GET' : 'POST', ruta: `/${segments.join('/')}` }
}

/** What keeps the call from being published beside those that the canal has, by the rule that the API obeys too. */
export function findCallProblems(
  call: Call,
  { proceso, others }: { proceso: { id: string; nombre: string }; others: readonly AsignacionGuardada[] },
): ErrorDeCampo[] {
  if ('ruta' in call && !/^\/[^\s?#]*$/.test(call.ruta)) {
    return [{ campo: 'ruta', mensaje: 'Empiece por / y no use espacios, ? ni #.' }]
  }
  const all = [
    ...others.map(({ procesoId, metodo, ruta, operacion }) => ({
      procesoId,
      version: 'publicada' as const,
      ...(metodo !== null && { metodo }),
      ...(ruta !== null && { ruta }),
      ...(operacion !== null && { operacion }),
    })),
    { procesoId: proceso.id, version: 'publicada' as const, ...call },
  ]
  // Whether the others may be published is not asked here; this one will be.
  const procesos = new Map(
    [...others.map((other) => ({ id: other.procesoId, nombre: other.proceso })), proceso].map((each) => [
      each.id,
      { ...each, versionPublicada: 1, versiones: [1] },
    ]),
  )
  const own = `[${others.length}].`
  return checkAsignaciones(all, procesos, 'operacion' in call ? 'SOAP' : 'REST')
    .filter(({ campo }) => campo.startsWith(own))
    .map(({ campo, mensaje }) => ({ campo: campo.slice(own.length), mensaje }))
}
