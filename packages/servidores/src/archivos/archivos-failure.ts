import type { Fallo } from '../sql/failure.ts'
import { ArchivoExistente, CarpetaDemasiadoGrande, ConexionPerdida, ReemplazoIncompleto } from './sistema.ts'

/** What every protocol of files may meet, and what else the driver of one says. */
export function classifyArchivos(cause: unknown, classify: (cause: unknown) => Fallo | null): Fallo | null {
  if (cause instanceof ArchivoExistente) return rechazo('EXISTE', 'ya hay un archivo con el nombre nuevo')
  if (cause instanceof CarpetaDemasiadoGrande)
    return rechazo('CARPETA', `la carpeta tiene más de ${cause.maximo} entradas`)
  if (cause instanceof ConexionPerdida)
    return { clase: 'perdida', motivo: 'cerró la conexión', codigoNativo: 'CERRADA', reintentable: false }
  if (!(cause instanceof ReemplazoIncompleto)) return classify(cause)
  const fallo = classifyArchivos(cause.cause, classify)
  return fallo && { ...fallo, motivo: `${fallo.motivo}; el archivo anterior queda en «${cause.apartado}»` }
}

function rechazo(codigoNativo: string, motivo: string): Fallo {
  return { clase: 'rechazo', motivo, codigoNativo, reintentable: false }
}
