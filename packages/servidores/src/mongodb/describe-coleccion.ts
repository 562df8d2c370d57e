import { isPlainObject, lookUp, type TipoDato } from '@div/contract'
import type { ColumnaDeObjeto, DetalleDeObjeto } from '../define-servidor.ts'
import { nativeOf } from './bson-values.ts'

/** Objects within objects whose fields are told too. */
const DEPTH = 3
/** Fields that are told: documents may have any. */
const MAX_FIELDS = 500

const TIPOS: Readonly<Record<string, TipoDato>> = {
  string: 'texto',
  objectId: 'texto',
  uuid: 'texto',
  int: 'entero',
  long: 'entero',
  double: 'decimal',
  decimal: 'decimal',
  bool: 'booleano',
  date: 'fechaHora',
  binData: 'binario',
  object: 'objeto',
  array: 'lista',
}

interface Campo {
  natives: Set<string>
  /** Documents that have it, and not as null. */
  count: number
}

/** What a collection holds, as far as some of its documents tell: it has no schema of its own. */
export function describeColeccion(
  nombre: string,
  documentos: readonly Record<string, unknown>[],
): Omit<DetalleDeObjeto, 'tipoObjeto'> {
  const campos = new Map<string, Campo>()
  for (const documento of documentos) collect(campos, documento, '')
  return {
    nombre,
    clase: 'coleccion',
    columnas: [...campos]
      .slice(0, MAX_FIELDS)
      .map(([campo, found]) => columnaOf(campo, found, documentos.length)),
    parametros: [],
  }
}

function collect(campos: Map<string, Campo>, documento: Record<string, unknown>, prefix: string): void {
  for (const [nombre, value] of Object.entries(documento)) {
    const path = prefix + nombre
    const campo = campos.get(path) ?? { natives: new Set(), count: 0 }
    campos.set(path, campo)
    const native = nativeOf(value)
    if (native === 'null') continue
    campo.natives.add(native)
    campo.count++
    if (isPlainObject(value) && path.split('.').length < DEPTH) collect(campos, value, `${path}.`)
  }
}

function columnaOf(nombre: string, { natives, count }: Campo, total: number): ColumnaDeObjeto {
  const tipos = new Set([...natives].map((native) => lookUp(TIPOS, native) ?? 'texto'))
  const [tipo = 'cualquiera'] = tipos
  // Whole and decimal numbers stand side by side wherever a program writes 1 and 1.5.
  const isNumeric = [...tipos].every((each) => each === 'entero' || each === 'decimal')
  return {
    nombre,
    tipo: tipos.size <= 1 ? tipo : isNumeric ? 'decimal' : 'cualquiera',
    tipoNativo: [...natives].join(' | ') || 'null',
    nulo: count < total,
    ...(nombre === '_id' && { clave: true }),
  }
}
