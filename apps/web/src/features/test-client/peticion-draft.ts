import {
  type Asercion,
  type AsignacionGuardada,
  type EntornoGuardado,
  isCredentialHeader,
  listVariables,
  type Parametro,
  type PeticionDePrueba,
  type PeticionGuardada,
} from '@div/contract'
import { sampleCall, sampleOf } from '../../shared/canales/sample-call.ts'

/** The colección that keeps it, and as what it was read there. */
export interface Guardada {
  coleccionId: string
  leida: PeticionGuardada
}

/** What is being written, and where it is kept. */
export interface Edited {
  peticion: PeticionDePrueba
  aserciones: readonly Asercion[]
  /** Null: in no colección yet. */
  guardada: Guardada | null
}

export const NEW_PETICION: PeticionDePrueba = {
  destino: { tipo: 'canal', canalId: null, operacion: null, ruta: '/' },
  metodo: 'GET',
  cabeceras: [],
  autenticacion: { tipo: 'ninguna' },
  cuerpo: null,
}

/** At another kind of target: what a canal is shown of credentials goes to nobody outside. */
export function aimAt(
  tipo: PeticionDePrueba['destino']['tipo'],
  peticion: PeticionDePrueba,
): PeticionDePrueba {
  if (tipo === peticion.destino.tipo) return peticion
  if (tipo === 'canal') return { ...peticion, destino: NEW_PETICION.destino }
  return {
    ...peticion,
    destino: { tipo, url: '' },
    cabeceras: peticion.cabeceras.filter(({ nombre }) => !isCredentialHeader(nombre)),
    autenticacion: NEW_PETICION.autenticacion,
  }
}

/** As the API takes it: who is called says where it goes. */
export function toLlamada(
  { destino, metodo, cabeceras, autenticacion, cuerpo, partes }: PeticionDePrueba,
  entornoId: string | null,
): { path: string; body: Readonly<Record<string, unknown>> } {
  const call = {
    metodo,
    cabeceras: Object.fromEntries(sentCabeceras(cabeceras, autenticacion)),
    autenticacion,
    entornoId,
    ...(takesBody(metodo) &&
      (partes ? { partes: partes.filter(({ activa }) => activa) } : cuerpo !== null && { cuerpo })),
  }
  if (destino.tipo === 'externa') return { path: 'solicitud-externa', body: { url: destino.url, ...call } }
  const { canalId, operacion, ruta } = destino
  return { path: 'test-cliente', body: { canalId, operacion, ruta, ...call } }
}

/** Those that are sent: whatever its letters, a name stands once, with what was written last; who calls is told by the authentication alone. */
export function sentCabeceras(
  cabeceras: PeticionDePrueba['cabeceras'],
  { tipo }: PeticionDePrueba['autenticacion'],
): [nombre: string, valor: string][] {
  const byName = new Map<string, [string, string]>()
  for (const { nombre, valor, activa } of cabeceras)
    if (activa && nombre !== '') byName.set(nombre.toLowerCase(), [nombre, valor])
  if (tipo !== 'ninguna') byName.delete('authorization')
  return [...byName.values()]
}

export function takesBody(metodo: PeticionDePrueba['metodo']): boolean {
  return metodo !== 'GET' && metodo !== 'HEAD'
}

/** What tells an assignment of a canal from its others. */
export function operacionOf({ metodo, ruta, operacion }: AsignacionGuardada): string {
  return operacion ?? `${metodo} ${ruta}`
}

/** Why it cannot be sent yet; null: it can. */
export function whyNotReady({ destino }: PeticionDePrueba): string | null {
  if (destino.tipo === 'canal') return destino.canalId === null ? 'Elija el canal al que llama.' : null
  return destino.url.trim() === '' ? 'Escriba la dirección a la que llama.' : null
}

/** Variables of what is sent that nobody gives a value. */
function listMissing(peticion: PeticionDePrueba, entorno: EntornoGuardado | undefined): string[] {
  const known = new Set(entorno?.variables.map(({ nombre }) => nombre))
  return listVariables(JSON.stringify(toLlamada(peticion, null).body)).filter((nombre) => !known.has(nombre))
}

/** The variables of peticiones that have no value, each once; null: all have one. */
export function describeMissing(
  peticiones: readonly PeticionDePrueba[],
  entorno: EntornoGuardado | undefined,
): string | null {
  const missing = new Set(peticiones.flatMap((peticion) => listMissing(peticion, entorno)))
  if (missing.size === 0) return null
  const names = [...missing].map((nombre) => `{{${nombre}}}`).join(', ')
  return `${entorno ? `El entorno «${entorno.nombre}» no tiene` : 'Sin entorno no tienen valor'}: ${names}.`
}

/** The values of an entorno that may be shown. */
export function openValues(entorno: EntornoGuardado | undefined): ReadonlyMap<string, string> {
  return new Map(
    entorno?.variables.flatMap(({ nombre, valor }) => (typeof valor === 'string' ? [[nombre, valor]] : [])),
  )
}

type Given = Readonly<Record<string, unknown>>

/** With the values of its form where the motor looks for each; what was written beside them stays. */
export function fillRest(
  peticion: PeticionDePrueba,
  { parametros, given, ruta }: { parametros: readonly Parametro[]; given: Given; ruta: string },
): PeticionDePrueba {
  const { destino, metodo, cabeceras } = peticion
  if (destino.tipo !== 'canal') return peticion
  const filled = parametros.map(({ ejemplo: _, ...parametro }): Parametro => {
    const value = given[parametro.nombre]
    return isEmpty(value)
      ? parametro
      : { ...parametro, ejemplo: value as Exclude<Parametro['ejemplo'], undefined> }
  })
  const { path, headers, body } = sampleCall(filled, { metodo, ruta })
  const own = { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  return {
    ...withText(peticion, body === undefined ? null : JSON.stringify(body, null, 2)),
    destino: { ...destino, ruta: path },
    cabeceras: replaceCabeceras(cabeceras, own, parametros),
  }
}

/** With a text as its body, and no form in its place. */
export function withText({ partes: _, ...rest }: PeticionDePrueba, cuerpo: string | null): PeticionDePrueba {
  return { ...rest, cuerpo }
}

/** What is sent as the entrada of an operation: examples stand in for what must be there. */
export function entradaOfForm(parametros: readonly Parametro[], given: Given): Record<string, unknown> {
  return Object.fromEntries(
    parametros.flatMap((parametro) => {
      const { nombre, requerido = false, defecto } = parametro
      const value = given[nombre]
      if (!isEmpty(value)) return [[nombre, value]]
      return requerido && defecto === undefined ? [[nombre, sampleOf(parametro)]] : []
    }),
  )
}

/** Those that the contract decides take the place of what it decided before. */
export function replaceCabeceras(
  cabeceras: PeticionDePrueba['cabeceras'],
  own: Readonly<Record<string, string>>,
  parametros: readonly Parametro[],
): PeticionDePrueba['cabeceras'] {
  const decided = new Set(
    [
      ...Object.keys(own),
      'content-type',
      ...parametros.flatMap(({ nombre, origen }) => (origen === 'cabecera' ? nombre : [])),
    ].map((nombre) => nombre.toLowerCase()),
  )
  return [
    ...cabeceras.filter(({ nombre }) => !decided.has(nombre.toLowerCase())),
    ...Object.entries(own).map(([nombre, valor]) => ({ nombre, valor, activa: true })),
  ]
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
