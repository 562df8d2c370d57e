import { AppError, ConversionFallida, type ErrorDeCampo, isPlainObject } from '@div/contract'
import type { Scope } from '@div/engine'
import { toTexto } from '@div/formula'
import { type Documento, readEsquema } from '@div/soap/esquema'
import type { EsquemaDado, PasoConvertir } from './convertir.ts'

type Convert = (value: unknown) => unknown

/** As its schema says: an object with the root element as its only field. */
export function compileXml(
  { sentido }: Pick<PasoConvertir, 'sentido'>,
  esquema: EsquemaDado,
  { place, scope }: { place: string; scope: Scope },
): Convert {
  const documento = openDocumento(esquema, place, scope)
  if (documento === null) return () => null
  const { elemento } = documento
  if (sentido === 'leer')
    return (value) => {
      const errores: ErrorDeCampo[] = []
      const read = documento.read(toTexto(value), { errores, refuse: fail })
      return told({ [elemento]: read }, errores)
    }
  return (value) => {
    if (!isPlainObject(value) || !Object.hasOwn(value, elemento))
      return fail(`hace falta un objeto con el campo «${elemento}»`)
    const errores: ErrorDeCampo[] = []
    return told(documento.write(value[elemento], errores), errores)
  }
}

function openDocumento({ archivos, elemento }: EsquemaDado, place: string, scope: Scope): Documento | null {
  try {
    const esquema = readEsquema(archivos, scope.limits)
    // What is missing is read as anything at all: a slip more often than a wish.
    const [aviso] = esquema.avisos
    if (aviso !== undefined) scope.finding(`${place}.esquema.archivos`, aviso, 'aviso')
    const [first = ''] = esquema.elementos
    const documento = esquema.open(elemento === '' ? first : elemento)
    if (documento) return documento
    const known = esquema.elementos.slice(0, 20).join(', ')
    const mensaje =
      first === ''
        ? 'El esquema no declara ningún elemento.'
        : `El esquema no tiene el elemento «${elemento}». Tiene: ${known}.`
    scope.finding(`${place}.esquema.elemento`, mensaje)
  } catch (error) {
    // What is wrong with the files is for whoever gave them.
    if (!(error instanceof AppError)) throw error
    scope.finding(`${place}.esquema.archivos`, error.message)
  }
  return null
}

function told<Value>(value: Value, errores: readonly ErrorDeCampo[]): Value {
  const [first] = errores
  if (!first) return value
  const motivo = `${first.campo === '' ? '' : `campo «${first.campo}»: `}${first.mensaje.replace(/\.$/, '')}`
  throw new ConversionFallida({ formato: 'XML', motivo }, { errores: [...errores] })
}

function fail(motivo: string, cause?: unknown): never {
  throw new ConversionFallida({ formato: 'XML', motivo }, { cause })
}
