import { type AppError, DatosInvalidos, LimiteSuperado } from '@div/contract'
import type { Operation, TipoObjeto } from '../define-servidor.ts'
import { buildTabla, writtenColumns } from './build-tabla.ts'
import { refuseSql } from './compile-sql.ts'
import { operationOf } from './consulta.ts'
import type { Dialect } from './dialect.ts'
import type { SqlConnection } from './sql-connection.ts'
import { type ObjetoTabla, tablaSchema } from './tabla-schema.ts'

/** A table or view, read and written without SQL. */
export function defineTabla<Conn extends SqlConnection>(
  dialect: Dialect,
): TipoObjeto<Conn, typeof tablaSchema> {
  return {
    label: 'Tabla',
    summary: 'Lee, inserta, actualiza o elimina filas de una tabla, sin escribir SQL.',
    objeto: tablaSchema,
    prepare: (objeto, parametros) =>
      objeto.operacion === 'insertarMasivo'
        ? prepareBulk(objeto, parametros)
        : operationOf(buildTabla(objeto, dialect, parametros), dialect),
  }
}

/** Its rows come in one parameter, `filas`: a list of objects. */
function prepareBulk<Conn extends SqlConnection>(
  objeto: ObjetoTabla,
  parametros: readonly string[],
): Operation<Conn> {
  const { esquema, tabla, devolver } = objeto
  if (!parametros.includes('filas')) {
    throw refuseSql('Insertar masivo necesita el parámetro «filas»: una lista de objetos.', 'parametros')
  }
  if (devolver.length > 0) throw refuseSql('Insertar masivo no devuelve filas.', 'objeto.devolver')
  const insercion = { esquema, tabla, columnas: writtenColumns(objeto) }
  return {
    efecto: 'escritura',
    run: (connection, { filas }, context) =>
      connection.insertMany(insercion, readFilas(filas, connection.limits.elementos), context),
  }
}

/** A list of objects, as the parameter of that name brings it. Throws DatosInvalidos or LimiteSuperado. */
export function readFilas(filas: unknown, maximo: number, nombre = 'filas'): Record<string, unknown>[] {
  if (!Array.isArray(filas)) throw refuseFilas(nombre, 'Se esperaba una lista de objetos.')
  if (filas.length > maximo) throw new LimiteSuperado({ limite: 'elementos', maximo })
  const bad = filas.findIndex((fila) => typeof fila !== 'object' || fila === null || Array.isArray(fila))
  if (bad !== -1) throw refuseFilas(`${nombre}[${bad}]`, 'Se esperaba un objeto.')
  return filas
}

function refuseFilas(campo: string, mensaje: string): AppError {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}
