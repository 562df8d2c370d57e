import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas, type Valores } from '../plantilla.ts'
import { ALCANCES, alcanceSchema, baseSchema, compileDn, compileFiltro, filtroSchema } from './filtro.ts'
import type { Busqueda, LdapConnection } from './ldap-connection.ts'

/** Of the attributes that are read. */
export const atributosSchema = z
  .array(z.string().trim().min(1).max(255))
  .max(200)
  .default([])
  .meta({ title: 'Atributos', description: 'Uno por línea. Ninguno: todos los del usuario.' })

const busquedaSchema = z.object({
  base: baseSchema,
  alcance: alcanceSchema,
  filtro: filtroSchema,
  atributos: atributosSchema,
  maximo: z.int().min(1).max(100_000).default(1_000).meta({
    title: 'Máximo de entradas',
    description: 'Encontrar más es un error. No se aplica al recorrer con cursor.',
  }),
})

export const busqueda = defineTipoObjeto({
  label: 'Búsqueda',
  summary:
    'Busca entradas del directorio. Cada atributo es una lista, pues cualquiera puede tener varios valores.',
  objeto: busquedaSchema,
  prepare(objeto, parametros): Operation<LdapConnection> {
    const { alcance, atributos, maximo } = objeto
    const plantillas = openPlantillas(parametros)
    const base = compileDn(plantillas, 'objeto.base', objeto.base)
    const filtro = compileFiltro(plantillas, objeto.filtro)
    plantillas.close()
    const busquedaOf = (connection: LdapConnection, valores: Valores): Busqueda => ({
      base: base(valores) || connection.base,
      alcance: ALCANCES[alcance],
      filtro: filtro(valores),
      atributos,
    })
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      run: async (connection, valores, { signal }) => {
        const limit = Math.min(maximo, connection.maximoFilas)
        const entradas = await connection.searchAll(busquedaOf(connection, valores), limit, signal)
        return { entradas, total: entradas.length }
      },
      stream: (connection, valores, { signal }) => connection.search(busquedaOf(connection, valores), signal),
    }
  },
})
