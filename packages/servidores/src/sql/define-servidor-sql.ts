import { DatosInvalidos } from '@div/contract'
import type { z } from 'zod'
import { type ConnectDeps, defineServidor, type ServidorDefinition } from '../define-servidor.ts'
import type { Dialect } from './dialect.ts'
import { defineFilaNueva } from './fila-nueva.ts'
import { openZona, type Zona } from './local-time.ts'
import { defineObjetosSql } from './objetos-sql.ts'
import { defineRutina } from './rutina.ts'
import type { SqlConnection } from './sql-connection.ts'

/** A database in whose settings stands the zone of the times that it keeps without one. */
type ConfigSql = z.ZodObject & z.ZodType<{ zonaHoraria: string }>

/** What one database declares that another one does not. */
interface ServidorSql<Config extends ConfigSql, Conn extends SqlConnection>
  extends Omit<
    ServidorDefinition<Config, Conn>,
    'grupo' | 'objetos' | 'eventos' | 'connect' | 'listObjetos' | 'describeObjeto'
  > {
  dialect: Dialect
  /** It has procedures and functions. */
  hasRutinas: boolean
  connect(config: z.output<Config>, deps: ConnectDeps & { zona: Zona }): Promise<Conn>
}

/** Declares a relational database: its objects, its events and its catalogue are those of all of them. */
export function defineServidorSql<Config extends ConfigSql, Conn extends SqlConnection>({
  dialect,
  hasRutinas,
  connect,
  ...definition
}: ServidorSql<Config, Conn>): ServidorDefinition<Config, Conn> {
  return defineServidor<Config, Conn>({
    ...definition,
    grupo: 'base-de-datos',
    objetos: {
      ...defineObjetosSql<Conn>(dialect),
      ...(hasRutinas && {
        procedimiento: defineRutina<Conn>('procedimiento'),
        funcion: defineRutina<Conn>('funcion'),
      }),
    },
    eventos: { fila: defineFilaNueva<Conn>(dialect) },
    async connect(config, deps) {
      const zona = openZona(config.zonaHoraria)
      if (zona) return connect(config, { ...deps, zona })
      // Not of a form, which has refused it: of settings that were stored where the zone was known.
      const errores = [{ campo: 'config.zonaHoraria', mensaje: 'No existe.' }]
      throw new DatosInvalidos(undefined, { errores })
    },
    listObjetos: (connection, filtro, signal) => connection.listObjetos(filtro, signal),
    describeObjeto: (connection, buscado, signal) => connection.describeObjeto(buscado, signal),
  })
}
