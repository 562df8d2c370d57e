import type { Exportacion } from '@div/contract'
import { DEFINIDO, keepMask, sealGiven } from './given-secret.ts'
import { isRecord } from './secret-fields.ts'
import type { Secretos } from './secretos.ts'

/* What the headers of the collector say is secret: a key of it, mostly. */

/** There is one collector, and so one record that its secrets are sealed for. */
export const EXPORTACION = 'exportacion'

/** The mask of a value, or its absence, becomes the mark that keeps the stored one. */
export function keepCabeceras(exportacion: unknown): unknown {
  if (!isRecord(exportacion) || !Array.isArray(exportacion.cabeceras)) return exportacion
  const cabeceras = exportacion.cabeceras.map((each) => (isRecord(each) ? keepMask(each, 'valor') : each))
  return { ...exportacion, cabeceras }
}

/** Throws DatosInvalidos where a value is to be kept and none is stored under its name. */
export function sealCabeceras(
  exportacion: Exportacion,
  { before, secretos }: { before: Exportacion | null; secretos: Pick<Secretos, 'seal'> },
): Exportacion {
  // A key is told to the origin that it was given for, and to no other: nor in the open to one that had it sealed.
  const isKnown = before !== null && originOf(exportacion) === originOf(before)
  const known = new Map(
    isKnown ? before.cabeceras.map(({ nombre, valor }) => [nombre.toLowerCase(), valor]) : [],
  )
  return mapValores(exportacion, (valor, nombre, at) =>
    sealGiven(valor, {
      id: EXPORTACION,
      before: known.get(nombre.toLowerCase()),
      campo: `exportacion.cabeceras[${at}].valor`,
      secretos,
    }),
  )
}

export function openCabeceras(exportacion: Exportacion, secretos: Pick<Secretos, 'open'>): Exportacion {
  return mapValores(exportacion, (valor) => secretos.open(EXPORTACION, valor))
}

/** As it is shown. */
export function maskCabeceras(exportacion: Exportacion | null) {
  return exportacion && mapValores(exportacion, () => DEFINIDO)
}

function mapValores<Valor>(
  { cabeceras, ...rest }: Exportacion,
  map: (valor: string, nombre: string, at: number) => Valor,
) {
  return {
    ...rest,
    cabeceras: cabeceras.map(({ nombre, valor }, at) => ({ nombre, valor: map(valor, nombre, at) })),
  }
}

function originOf({ destino }: Exportacion): string {
  return new URL(destino).origin
}
