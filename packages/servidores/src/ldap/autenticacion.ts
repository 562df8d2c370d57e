import { ServidorRechaza } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { atributosSchema } from './busqueda.ts'
import { baseSchema, compileDn, compileFiltro, filtroSchema } from './filtro.ts'
import type { LdapConnection } from './ldap-connection.ts'

/** Of the parameter that brings it; it may come from a secret one. */
const CONTRASENA = 'contrasena'

const autenticacionSchema = z.object({
  base: baseSchema,
  filtro: filtroSchema.meta({
    title: 'Filtro',
    description: 'El que encuentra a una sola persona.',
    examples: ['(&(objectClass=person)(uid={usuario}))'],
  }),
  atributos: atributosSchema,
})

export const autenticacion = defineTipoObjeto({
  label: 'Autenticación',
  summary:
    'Busca a una persona y comprueba que la contraseña del parámetro «contrasena» es la suya. «autenticado» es falso si no lo es o no hay tal persona.',
  objeto: autenticacionSchema,
  prepare(objeto, parametros) {
    const plantillas = openPlantillas(parametros, { propios: [CONTRASENA] })
    const base = compileDn(plantillas, 'objeto.base', objeto.base)
    const filtro = compileFiltro(plantillas, objeto.filtro)
    plantillas.close()
    if (!parametros.includes(CONTRASENA))
      throw refuse('parametros', 'Añada un parámetro «contrasena» con la que se comprueba.')
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      run: async (connection: LdapConnection, valores, { signal }) => {
        const nobody = { autenticado: false, dn: null, atributos: {} }
        const contrasena = valores[CONTRASENA]
        // A server lets in whoever shows none, as nobody (RFC 4513, 5.1.2).
        if (typeof contrasena !== 'string' || contrasena === '') return nobody
        const found = await connection.searchAll(
          {
            base: base(valores) || connection.base,
            alcance: 'sub',
            filtro: filtro(valores),
            atributos: objeto.atributos,
          },
          connection.maximoFilas,
          signal,
        )
        if (found.length > 1)
          throw new ServidorRechaza({
            servidor: connection.servidor,
            motivo: `el filtro encuentra a ${found.length} personas, y debe encontrar a una`,
          })
        const [person] = found
        if (!person || !(await connection.isPassword(person.dn, contrasena, signal))) return nobody
        return { autenticado: true, ...person }
      },
    }
  },
})
