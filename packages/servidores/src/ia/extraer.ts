import { compileCoercion } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import { askDatos, type Datos } from './ask-datos.ts'
import { campoSchema } from './campo-schema.ts'
import { describeCampos } from './describe-campos.ts'
import { GUARDAR_FIELD } from './guardadas.ts'
import type { IaConnection } from './ia-connection.ts'
import { EXTRAER } from './palabras.ts'
import { AJUSTES_FIELDS, mensajeField, PETICION_FIELDS } from './peticion-fields.ts'
import { MODELO_Y_TOKENS } from './tokens.ts'

const MAX_CAMPOS = 200

const extraerSchema = z.object({
  ...PETICION_FIELDS,
  mensaje: mensajeField('De dónde se sacan los datos.'),
  campos: z.array(campoSchema).min(1).max(MAX_CAMPOS).meta({
    title: 'Campos',
    description: 'Los datos que se piden. La descripción de cada uno ayuda al modelo.',
    declara: 'datos',
  }),
  ...AJUSTES_FIELDS,
  guardarHoras: GUARDAR_FIELD,
})

export const extraer = defineTipoObjeto({
  label: 'Extraer datos',
  summary: 'Un modelo saca de un texto los datos que se declaran, cada uno con su tipo.',
  objeto: extraerSchema,
  salida: [{ nombre: 'datos', tipo: 'objeto' }, ...MODELO_Y_TOKENS],
  prepare(objeto, parametros): Operation<IaConnection> {
    const plantillas = openPlantillas(parametros)
    const instrucciones = plantillas.compile('objeto.instrucciones', objeto.instrucciones)
    const mensaje = plantillas.compile('objeto.mensaje', objeto.mensaje)
    plantillas.close()
    const { campos, modelo, maxTokens, temperatura, guardarHoras } = objeto
    const schema = describeCampos(campos, 'objeto.campos')
    const coerce = compileCoercion({ nombre: 'datos', tipo: 'objeto', campos })
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      run: (connection, valores, context): Promise<Datos> =>
        askDatos(
          connection,
          {
            modelo,
            instrucciones: `${EXTRAER}\n${instrucciones.write(valores)}`.trim(),
            mensaje: mensaje.write(valores),
            maxTokens,
            temperatura,
            guardarHoras,
            schema,
            check: (value, errores) => coerce(value, 'datos', errores),
          },
          context,
        ),
    }
  },
})
