import { Binario, isPlainObject } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas, type Valores as Parametros } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { textOf } from '../text-of.ts'
import { atributosSchema } from './busqueda.ts'
import { compileDn } from './filtro.ts'
import type { LdapConnection, Modo, Valores } from './ldap-connection.ts'

/** Of the parameter that brings what is written. */
const ATRIBUTOS = 'atributos'

const entradaSchema = z.object({
  operacion: z
    .enum(['leer', 'crear', 'reemplazar', 'agregar', 'quitar', 'eliminar'])
    .default('leer')
    .meta({
      title: 'Operación',
      etiquetas: {
        leer: 'Leer',
        crear: 'Crear la entrada',
        reemplazar: 'Modificar: reemplazar atributos',
        agregar: 'Modificar: agregar valores',
        quitar: 'Modificar: quitar valores',
        eliminar: 'Eliminar la entrada',
      },
    }),
  dn: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .meta({
      title: 'DN',
      description: 'El valor de cada {parametro} es una parte del nombre; uno solo puede ser el DN entero.',
      examples: ['uid={usuario},ou=personas,dc=ejemplo,dc=com'],
      enCatalogo: true,
    }),
  atributos: atributosSchema.meta({
    title: 'Atributos que se leen',
    description: 'Uno por línea, al leer. Ninguno: todos los del usuario.',
  }),
})

const MODOS: Readonly<Record<'reemplazar' | 'agregar' | 'quitar', Modo>> = {
  reemplazar: 'replace',
  agregar: 'add',
  quitar: 'delete',
}

export const entrada = defineTipoObjeto({
  label: 'Entrada',
  summary:
    'Lee, crea, modifica o elimina una entrada. Lo que se escribe llega en el parámetro «atributos»: un objeto en que cada uno es un texto o una lista.',
  objeto: entradaSchema,
  prepare({ operacion, dn: text, atributos }, parametros): Operation<LdapConnection> {
    const writes = operacion !== 'leer' && operacion !== 'eliminar'
    const plantillas = openPlantillas(parametros, { propios: writes ? [ATRIBUTOS] : [] })
    const dn = compileDn(plantillas, 'objeto.dn', text)
    plantillas.close()
    if (writes && !parametros.includes(ATRIBUTOS))
      throw refuse('parametros', 'Añada un parámetro «atributos» con lo que se escribe.')
    const wholeDn = (valores: Parametros) => {
      const whole = dn(valores)
      // The empty one is the server itself.
      if (whole === '') throw refuse('objeto.dn', 'El DN está vacío.')
      return whole
    }
    if (operacion === 'leer') {
      return {
        efecto: 'lectura',
        admiteTransaccion: false,
        run: async (connection, valores, { signal }) => {
          const found = await connection.read(wholeDn(valores), atributos, signal)
          return { dn: found?.dn ?? null, atributos: found?.atributos ?? {}, existe: found !== null }
        },
      }
    }
    return {
      efecto: 'escritura',
      // Once an attribute has these values it has them.
      repetible: operacion === 'reemplazar',
      admiteTransaccion: false,
      run: async (connection, valores, { signal }) => {
        const whole = wholeDn(valores)
        if (operacion === 'eliminar') await connection.remove(whole, signal)
        else if (operacion === 'reemplazar')
          await connection.modify(whole, MODOS[operacion], readAtributos(valores), signal)
        else {
          // Taking away no value of an attribute would take away all of them (RFC 4511, 4.6).
          const given = readAtributos(valores).filter((each) => each.valores.length > 0)
          if (operacion === 'crear') await connection.add(whole, given, signal)
          else if (given.length > 0) await connection.modify(whole, MODOS[operacion], given, signal)
        }
        return { dn: whole }
      },
    }
  },
})

/** Null and the empty list are no value. */
function readAtributos(parametros: Parametros): Valores[] {
  const given = parametros[ATRIBUTOS]
  if (!isPlainObject(given) || Object.keys(given).length === 0)
    throw refuse(ATRIBUTOS, 'Use un objeto con al menos un atributo.')
  return Object.entries(given).map(([atributo, value]) => ({
    atributo,
    valores: (Array.isArray(value) ? value : [value])
      .filter((each) => each !== null && each !== undefined)
      .map((each) =>
        each instanceof Binario ? Buffer.from(each.bytes) : Buffer.from(textOf(each) ?? '', 'utf8'),
      ),
  }))
}
