import { createHash } from 'node:crypto'
import type { EfectoDeRestaurar, RecursoDeCopia } from '@div/contract'
import { canonicalJson } from '../../auditoria/canonical-json.ts'
import type { Registro, RegistroDe } from './registros.ts'

/** What has a name and stands on its own; rows, versions and test cases go with theirs. */
export type Definido = Exclude<Registro, RegistroDe<'copia' | 'fin' | 'filas' | 'versiones' | 'casos'>>

/** What stands here, as far as it must be known to judge a copy. */
export class Aqui {
  readonly #huellas = new Map<string, string>()
  /** Id by what nothing else of the kind may have. */
  readonly #byKey = new Map<string, string>()
  readonly #tipos = new Map<string, string>()
  readonly #seen = new Set<string>()

  add(registro: Registro): void {
    this.#huellas.set(nameOf(registro), huellaOf(registro))
    if (!isDefinido(registro) || registro.tipo === 'configuracion') return
    const { id } = registro.datos
    for (const key of keysOf(registro)) this.#byKey.set(key, id)
    if (registro.tipo === 'servidores') this.#tipos.set(id, registro.datos.tipoServidor)
  }

  /** The id under which a thing of the copy stands here: its own, or that of what has its name. */
  idOf(registro: Definido): string {
    if (registro.tipo === 'configuracion') return ''
    if (this.#huellas.has(nameOf(registro))) return registro.datos.id
    const [nombre = ''] = keysOf(registro)
    return this.#byKey.get(nombre) ?? registro.datos.id
  }

  /** What restoring the record means; its ids are those of here. `detalle` says why it cannot be. */
  judge(registro: Registro): { efecto: EfectoDeRestaurar; detalle: string | null } {
    const name = nameOf(registro)
    this.#seen.add(name)
    const detalle = isDefinido(registro) ? this.#findConflict(registro) : null
    if (detalle !== null) return { efecto: 'conflicto', detalle }
    const here = this.#huellas.get(name)
    if (here === undefined) return { efecto: 'crear', detalle: null }
    return { efecto: here === huellaOf(registro) ? 'dejar' : 'reemplazar', detalle: null }
  }

  /** Definitions that the copy did not name. */
  countUnseen(): number {
    const isOwn = (name: string) => !/^(versiones|casos)\//.test(name)
    return [...this.#huellas.keys()].filter((name) => isOwn(name) && !this.#seen.has(name)).length
  }

  #findConflict(registro: Definido): string | null {
    if (registro.tipo === 'configuracion') return null
    const { id } = registro.datos
    const taken = keysOf(registro).findIndex((key) => (this.#byKey.get(key) ?? id) !== id)
    if (taken === 0) return 'Otro elemento de aquí tiene este nombre.'
    if (taken === 1) return 'Otro canal de aquí tiene esta ruta.'
    if (registro.tipo !== 'servidores') return null
    const { tipoServidor } = registro.datos
    const here = this.#tipos.get(id)
    return here === undefined || here === tipoServidor ? null : `Aquí es un servidor de tipo ${here}.`
  }
}

export function isDefinido(registro: Registro): registro is Definido {
  return !['copia', 'fin', 'filas', 'versiones', 'casos'].includes(registro.tipo)
}

/** Stands for the record among all others. */
function nameOf(registro: Registro): string {
  switch (registro.tipo) {
    case 'versiones':
      return `versiones/${registro.procesoId}/${registro.datos.version}`
    case 'casos':
      return `casos/${registro.procesoId}/${registro.datos.nombre.toLowerCase()}`
    case 'copia':
    case 'fin':
    case 'configuracion':
      return registro.tipo
    case 'filas':
      return `filas/${registro.tablaId}`
    default:
      return `${registro.tipo}/${registro.datos.id}`
  }
}

/** What only one of the kind may have: first its name. */
function keysOf(registro: Exclude<Definido, RegistroDe<'configuracion'>>): string[] {
  if (registro.tipo === 'ai/pricing') {
    const { modelo, servidorId, desde } = registro.datos
    return [`${registro.tipo}/${servidorId ?? ''}/${modelo}/${desde}`]
  }
  const { tipo, datos } = registro
  const nombre = datos.nombre.toLowerCase()
  if (registro.tipo === 'categorias') return [`${tipo}/${registro.datos.padreId ?? ''}/${nombre}`]
  const own = [`${tipo}/${IS_SPELLED.has(tipo) ? datos.nombre : nombre}`]
  return registro.tipo === 'canales' ? [...own, `${registro.datos.tipo}/${registro.datos.ruta}`] : own
}

/** Formulas spell them: capital letters tell two of them apart. */
const IS_SPELLED: ReadonlySet<RecursoDeCopia> = new Set(['parametros', 'tablas', 'consecutivos'])

/** Two records are the same when this is. What a definition does not decide is left out. */
function huellaOf(registro: Registro): string {
  return createHash('sha256')
    .update(canonicalJson(decided(registro)))
    .digest('base64url')
}

function decided(registro: Registro): unknown {
  switch (registro.tipo) {
    case 'consecutivos': {
      // Numbers that were given out are not defined by anybody.
      const { ultimo, ...datos } = registro.datos
      return { ...datos, inicio: String(datos.inicio), incremento: String(datos.incremento) }
    }
    case 'versiones': {
      const { modo, flujo } = registro.datos
      return { modo, flujo }
    }
    default:
      return registro
  }
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** The record with the ids of here in place of those of the copy, wherever they stand in it. */
export function relocate<Value extends Registro>(registro: Value, ids: ReadonlyMap<string, string>): unknown {
  if (ids.size === 0) return registro
  return JSON.parse(JSON.stringify(registro).replace(UUID, (id) => ids.get(id) ?? id))
}
