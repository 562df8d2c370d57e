import { DatosInvalidos, ServidorRechaza } from '@div/contract'
import type { Parametros, Rutina } from './sql-calls.ts'

/** A parameter of a stored routine. */
export interface Argumento {
  nombre: string
  modo: 'IN' | 'OUT' | 'INOUT'
  /** As the catalogue spells it. */
  tipo: string
  /** It may be left out. */
  hasDefault?: boolean
}

/** What is known of a routine before it is called. */
export interface Firma {
  esquema: string
  argumentos: readonly Argumento[]
}

/** What a connection has learnt of the routines that it called. */
export class KnownFirmas<Found> {
  readonly #known = new Map<string, Found>()

  /** One that does not exist yet may be made while the connection lives: it is asked for again. */
  async find(
    { clase, esquema, nombre }: Rutina,
    read: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const key = `${clase} ${esquema ?? ''} ${nombre}`
    const known = this.#known.get(key) ?? (await read())
    if (known !== undefined) this.#known.set(key, known)
    return known
  }
}

/** Throws naming the parameters that are missing or that the routine does not have. */
export function checkFirma<Found extends Firma>(
  firma: Found | undefined,
  parametros: Parametros,
  where: { servidor: string; rutina: Rutina },
): Found {
  if (!firma) throw unknownRutina(where)
  const errores = misfitsOf(firma, parametros)
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return firma
}

export function unknownRutina({ servidor, rutina }: { servidor: string; rutina: Rutina }): Error {
  const motivo = `no existe ${rutina.clase === 'funcion' ? 'la función' : 'el procedimiento'} «${rutina.nombre}»`
  return new ServidorRechaza({ servidor, motivo })
}

/** What of the given does not fit the routine, as a person is told. */
export function misfitsOf(
  { argumentos }: Pick<Firma, 'argumentos'>,
  parametros: Parametros,
): { campo: string; mensaje: string }[] {
  const missing = argumentos.filter(
    ({ nombre, modo, hasDefault }) => modo !== 'OUT' && !hasDefault && !Object.hasOwn(parametros, nombre),
  )
  const extra = Object.keys(parametros).filter(
    (nombre) => !argumentos.some((argumento) => argumento.nombre === nombre),
  )
  return [
    ...missing.map(({ nombre }) => ({
      campo: `parametros.${nombre}`,
      mensaje: 'Falta este parámetro de la rutina.',
    })),
    ...extra.map((nombre) => ({
      campo: `parametros.${nombre}`,
      mensaje: 'La rutina no tiene este parámetro.',
    })),
  ]
}
