import { type AppError, DatosInvalidos, LimiteSuperado } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'
import { type ContextoInterno, type FilaDeTabla, giving } from './interno-ports.ts'

const OPERACIONES = ['buscar', 'listar', 'insertar', 'actualizar', 'eliminar'] as const

type Work = (
  connection: InternoConnection,
  parametros: FilaDeTabla,
  context: ContextoInterno,
) => Promise<unknown>

export const tabla = defineTipoObjeto({
  label: 'Tabla',
  summary:
    'Busca, lista, inserta, actualiza o elimina filas de una tabla de DIV. Los parámetros son columnas.',
  objeto: z.object({
    tabla: z.string('Elija una tabla.').min(1, 'Elija una tabla.').meta({ title: 'Tabla' }),
    operacion: z.enum(OPERACIONES).default('listar').meta({ title: 'Operación' }),
    /** Parameters that choose the rows to update; the others are their new values. */
    claves: z.array(z.string().min(1)).default([]).meta({ title: 'Columnas que eligen las filas' }),
    limite: z.int().min(1).default(1_000).meta({ title: 'Máximo de filas' }),
  }),
  prepare(objeto, parametros) {
    const work = compileWork(objeto, parametros)
    return {
      efecto: objeto.operacion === 'buscar' || objeto.operacion === 'listar' ? 'lectura' : 'escritura',
      admiteTransaccion: false,
      run: (connection: InternoConnection, values, context) => work(connection, values, context),
    }
  },
})

interface ObjetoTabla {
  tabla: string
  operacion: (typeof OPERACIONES)[number]
  claves: readonly string[]
  limite: number
}

function compileWork(
  { tabla: nombre, operacion, claves, limite }: ObjetoTabla,
  parametros: readonly string[],
): Work {
  switch (operacion) {
    case 'buscar':
      return async ({ ports: { tablas } }, donde, context) =>
        (await tablas.find(nombre, { donde, limite: 1 }, context)).filas[0] ?? null
    case 'listar':
      return async ({ ports: { tablas }, limits: { filas: maximo } }, donde, context) => {
        // One more: reading it shows that there are too many.
        const found = await tablas.find(nombre, { donde, limite: Math.min(limite, maximo + 1) }, context)
        if (found.filas.length > maximo) throw new LimiteSuperado({ limite: 'filas', maximo })
        return found
      }
    case 'insertar':
      return async ({ ports: { tablas } }, fila, context) =>
        toInserted(await tablas.insert(nombre, fila, giving(context, toInserted)))
    case 'eliminar':
      // Without any condition it would empty the tabla: that must not happen because a parameter was forgotten.
      if (parametros.length === 0)
        throw refuse('parametros', 'Añada al menos una columna que elija las filas a eliminar.')
      return async ({ ports: { tablas } }, donde, context) =>
        toAffected(await tablas.remove(nombre, { donde }, giving(context, toAffected)))
    case 'actualizar': {
      if (claves.length === 0)
        throw refuse('objeto.claves', 'Indique al menos una columna que elija las filas a actualizar.')
      const missing = claves.find((clave) => !parametros.includes(clave))
      if (missing !== undefined)
        throw refuse('objeto.claves', `Falta el parámetro «${missing}», que elige las filas.`)
      const changed = parametros.filter((parametro) => !claves.includes(parametro))
      return async ({ ports: { tablas } }, values, context) => {
        const filas = { donde: pick(values, claves), cambios: pick(values, changed) }
        return toAffected(await tablas.update(nombre, filas, giving(context, toAffected)))
      }
    }
  }
}

function toInserted(fila: FilaDeTabla) {
  return { afectadas: 1, filas: [fila] }
}

function toAffected(afectadas: number) {
  return { afectadas }
}

function pick(values: FilaDeTabla, names: readonly string[]): FilaDeTabla {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

function refuse(campo: string, mensaje: string): AppError {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}
