import { type ErrorDeCampo, isPlainObject } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { askDatos, type Datos } from './ask-datos.ts'
import { GUARDAR_FIELD } from './guardadas.ts'
import type { IaConnection } from './ia-connection.ts'
import { CLASIFICAR, CLASIFICAR_EN_VARIAS } from './palabras.ts'
import { AJUSTES_FIELDS, mensajeField, PETICION_FIELDS } from './peticion-fields.ts'
import { MODELO_Y_TOKENS } from './tokens.ts'

const clasificarSchema = z.object({
  ...PETICION_FIELDS,
  texto: mensajeField('Lo que se clasifica.').meta({
    title: 'Texto',
    description: 'Lo que se clasifica. Admite {parametro}.',
    examples: ['{texto}'],
  }),
  clases: z
    .array(
      z.object({
        nombre: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .meta({ title: 'Nombre', examples: ['reclamo'] }),
        descripcion: z.string().max(1_000).default('').meta({ title: 'Descripción' }),
      }),
    )
    .min(2)
    .max(200)
    .meta({ title: 'Clases', description: 'Solo sale el nombre de alguna de ellas.' }),
  varias: z.boolean().default(false).meta({
    title: 'Varias',
    description: 'Puede ser de varias clases, o de ninguna: salen en la lista «clases».',
  }),
  ...AJUSTES_FIELDS,
  guardarHoras: GUARDAR_FIELD,
})

type Clasificado = Omit<Datos, 'datos'> & { clase: string | null; clases: string[] }

export const clasificar = defineTipoObjeto({
  label: 'Clasificar',
  summary: 'Un modelo dice de qué clase es un texto, entre las que se declaran.',
  objeto: clasificarSchema,
  salida: [
    { nombre: 'clase', tipo: 'texto', descripcion: 'La primera; nula si es de ninguna.' },
    { nombre: 'clases', tipo: 'lista', elemento: { nombre: '', tipo: 'texto' } },
    ...MODELO_Y_TOKENS,
  ],
  prepare(objeto, parametros): Operation<IaConnection> {
    const { clases, varias, modelo, maxTokens, temperatura, guardarHoras } = objeto
    const nombres = clases.map(({ nombre }) => nombre)
    const twice = nombres.findIndex((nombre, at) => nombres.indexOf(nombre) < at)
    if (twice >= 0) throw refuse(`objeto.clases[${twice}].nombre`, `Hay dos clases «${nombres[twice]}».`)
    const plantillas = openPlantillas(parametros)
    const instrucciones = plantillas.compile('objeto.instrucciones', objeto.instrucciones)
    const texto = plantillas.compile('objeto.texto', objeto.texto)
    plantillas.close()
    const told = [
      varias ? CLASIFICAR_EN_VARIAS : CLASIFICAR,
      ...clases.map(
        ({ nombre, descripcion }) => `- ${nombre}${descripcion === '' ? '' : `: ${descripcion}`}`,
      ),
    ].join('\n')
    const known = new Set(nombres)
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      async run(connection, valores, context): Promise<Clasificado> {
        const { datos, ...rest } = await askDatos(
          connection,
          {
            modelo,
            instrucciones: `${told}\n${instrucciones.write(valores)}`.trim(),
            mensaje: texto.write(valores),
            maxTokens,
            temperatura,
            guardarHoras,
            schema: describeClases(nombres, varias),
            check: (value, errores) => readClases(value, { known, varias }, errores),
          },
          context,
        )
        // `check` gave nothing else.
        const found = Array.isArray(datos) ? datos.map(String) : []
        return { clase: found[0] ?? null, clases: found, ...rest }
      },
    }
  },
})

function describeClases(nombres: readonly string[], varias: boolean): object {
  const clase = { type: 'string', enum: nombres }
  const properties = varias ? { clases: { type: 'array', items: clase } } : { clase }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** The declared names of an answer, each once; whatever else it says is an error. */
export function readClases(
  value: unknown,
  { known, varias }: { known: ReadonlySet<string>; varias: boolean },
  errores: ErrorDeCampo[],
): string[] {
  const campo = varias ? 'clases' : 'clase'
  const given = isPlainObject(value) ? value[campo] : undefined
  const list: readonly unknown[] = varias ? (Array.isArray(given) ? given : [given]) : [given]
  const found = list.filter((each): each is string => typeof each === 'string' && known.has(each))
  if (found.length < list.length)
    errores.push({ campo, mensaje: `Se esperaba solo alguna de estas clases: ${[...known].join(', ')}.` })
  return [...new Set(found)]
}
