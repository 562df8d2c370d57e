import { type Columna, compileCoercion, type ErrorDeCampo } from '@div/contract'

export type Datos = Record<string, unknown>

/** Takes one row to the types of its columns; a field that no column declares is refused rather than dropped. */
export function compileFila(
  columnas: readonly Columna[],
): (given: Readonly<Datos>, campo: string, errores: ErrorDeCampo[]) => Datos {
  const fields = columnas.map(({ nombre, tipo, requerido }) => ({
    nombre,
    coerce: compileCoercion({ nombre, tipo, requerido }),
  }))
  const known = new Set(columnas.map(({ nombre }) => nombre))
  return (given, campo, errores) => {
    const prefix = campo === '' ? '' : `${campo}.`
    for (const nombre of Object.keys(given)) {
      if (!known.has(nombre)) {
        errores.push({ campo: `${prefix}${nombre}`, mensaje: 'La tabla no tiene esta columna.' })
      }
    }
    return Object.fromEntries(
      fields.map(({ nombre, coerce }) => [nombre, coerce(given[nombre], `${prefix}${nombre}`, errores)]),
    )
  }
}
