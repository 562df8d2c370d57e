import type { ColumnaDeObjeto, DetalleDeObjeto, ObjetoDeServidor } from '../define-servidor.ts'
import type { Firma } from './firma.ts'
import type { Fila } from './sql-calls.ts'

/** Where an object is looked for; without a schema in those that the session searches. */
export interface Place {
  esquema: string | null
  nombre: string
}

/** `nombre` may name its schema, `ventas.clientes`; or have a point of its own. */
export async function findByName<Found>(
  nombre: string,
  find: (place: Place) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const dot = nombre.indexOf('.')
  const qualified = dot === -1 ? null : { esquema: nombre.slice(0, dot), nombre: nombre.slice(dot + 1) }
  return (qualified && (await find(qualified))) ?? find({ esquema: null, nombre })
}

/** One row of what a catalogue lists. */
export function objetoOf({ nombre, esquema, tipo, clase, descripcion }: Fila): ObjetoDeServidor {
  return {
    nombre: String(nombre),
    esquema: String(esquema),
    tipoObjeto: String(tipo),
    clase: String(clase),
    ...(typeof descripcion === 'string' && descripcion !== '' && { descripcion }),
  }
}

/** The column that a foreign key of this one names, of a row with `tabla_referida` and `columna_referida`. */
export function referenciaOf({
  tabla_referida,
  columna_referida,
}: Fila): Pick<ColumnaDeObjeto, 'referencia'> {
  if (typeof tabla_referida !== 'string') return {}
  return { referencia: { objeto: tabla_referida, columna: String(columna_referida) } }
}

/** `tipoDatoOf` reads a type as the catalogue spells it. */
export function detalleOfRutina(
  { esquema, argumentos }: Firma,
  rutina: { nombre: string; tipoObjeto: string },
  tipoDatoOf: (tipoNativo: string) => ColumnaDeObjeto['tipo'],
): DetalleDeObjeto {
  const { nombre, tipoObjeto } = rutina
  return {
    nombre,
    esquema,
    tipoObjeto,
    clase: tipoObjeto,
    columnas: [],
    parametros: argumentos.map(({ nombre, tipo, modo }) => ({
      nombre,
      tipo: tipoDatoOf(tipo),
      tipoNativo: tipo,
      nulo: true,
      modo,
    })),
  }
}
