import { AppError, type ErrorDeCampo, isNcName, type Limits } from '@div/contract'
import type { Notacion } from '@div/formatos'
import { type ReadNode, readEsquema } from '@div/soap/esquema'
import { openLectorXml } from '@div/soap/registros'
import { z } from 'zod'
import { archivosField } from '../contrato/contrato-fields.ts'
import { refuse } from '../refuse.ts'

export const XML = 'xml'

export const xmlSchema = z
  .strictObject({
    elemento: z
      .string()
      .trim()
      .max(4_096)
      .refine((ruta) => ruta.split('/').every(isNcName), {
        error: 'Escriba los nombres desde la raíz, sin prefijos y con / entre ellos.',
      })
      .meta({
        title: 'Elemento que se repite',
        description: 'Su camino desde la raíz. Cada uno es un registro; lo que hay alrededor no se lee.',
        examples: ['pedidos/pedido'],
        unaLinea: true,
      }),
    archivos: archivosField({
      description:
        'Los XSD del documento, el primero antes que los que incluye o importa. Con ellos cada registro se lee según sus tipos, y lo que no los cumple es un error; sin ellos todo es texto.',
      ejemplo: 'pedido.xsd',
      extensiones: ['.xsd', '.xml'],
    }).meta({ title: 'Archivos XSD', avanzado: false }),
  })
  .meta({ title: 'XML' })
type OpcionesXml = z.output<typeof xmlSchema>

export interface NotacionXml extends Notacion {
  /** What of its schema is read as anything at all. */
  aviso?: ErrorDeCampo
}

/** XML as records: it is only read, one element after another. Throws DatosInvalidos. */
export function compileXml({ elemento, archivos }: OpcionesXml, limits: Limits): NotacionXml {
  const ruta = elemento.split('/')
  const { read, aviso } = archivos.length === 0 ? {} : openEsquema(archivos, ruta, limits)
  return {
    ...(aviso !== undefined && { aviso: { campo: 'objeto.xml.archivos', mensaje: aviso } }),
    openLector: (reglas) => openLectorXml({ ruta, read }, { ...reglas, limits }),
    write: (_, reglas) => reglas.refuse('el XML por registros solo se lee'),
  }
}

function openEsquema(
  archivos: OpcionesXml['archivos'],
  ruta: readonly string[],
  limits: Limits,
): { read?: ReadNode; aviso?: string | undefined } {
  try {
    const esquema = readEsquema(archivos, limits)
    const read = esquema.openAt(ruta)
    if (read) return { read, aviso: esquema.avisos[0] }
  } catch (error) {
    // What is wrong with the files is for whoever gave them.
    if (!(error instanceof AppError)) throw error
    throw refuse('objeto.xml.archivos', error.message)
  }
  throw refuse('objeto.xml.elemento', `El esquema no tiene «${ruta.join('/')}».`)
}
