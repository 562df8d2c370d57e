import { z } from 'zod'
import { defineFormato } from '../define-formato.ts'
import { EdiLector } from './edi-lector.ts'
import { GrupoLector } from './group-segmentos.ts'
import { gruposSchema } from './grupos.ts'
import { writeEdi } from './write-edi.ts'

const signo = (title: string, defecto: string, description?: string) =>
  z
    .string()
    .max(1, { error: 'Es un solo carácter.' })
    .default(defecto)
    .meta({ title, ...(description !== undefined && { description }), cuando: { norma: ['propia'] } })

export const ediSchema = z
  .strictObject({
    norma: z
      .enum(['edifact', 'x12', 'propia'])
      .default('edifact')
      .meta({
        title: 'Norma',
        description:
          'Al leer, los signos que declare el propio documento (UNA, ISA) van antes que los de aquí.',
        etiquetas: { edifact: 'EDIFACT', x12: 'ANSI X12', propia: 'Otros signos' },
      }),
    terminador: signo('Fin de segmento', "'"),
    elementos: signo('Entre elementos', '+'),
    componentes: signo('Entre componentes', ':'),
    liberador: signo('Carácter de escape', '?', 'Vacío: no lo hay.'),
    una: z
      .boolean()
      .default(false)
      .meta({
        title: 'Escribir UNA',
        description: 'Los signos, al principio del documento.',
        cuando: { norma: ['edifact'] },
      }),
    saltos: z.boolean().default(false).meta({ title: 'Un segmento por línea', description: 'Al escribir.' }),
    grupos: gruposSchema,
  })
  .superRefine(({ norma, terminador, elementos, componentes, liberador }, context) => {
    if (norma !== 'propia') return
    if (terminador === '' || elementos === '')
      context.addIssue({
        code: 'custom',
        message: 'Diga con qué acaba un segmento y qué separa sus elementos.',
        path: ['terminador'],
      })
    const signos = [terminador, elementos, componentes, liberador].filter((each) => each !== '')
    if (new Set(signos).size < signos.length)
      context.addIssue({ code: 'custom', message: 'Cada signo es distinto.', path: ['terminador'] })
    if (signos.some((each) => /[\p{L}\p{N}\r]/u.test(each)))
      context.addIssue({
        code: 'custom',
        message: 'Los signos no son letras ni cifras.',
        path: ['terminador'],
      })
  })
  .meta({ title: 'Segmentos EDI' })
export type OpcionesEdi = z.output<typeof ediSchema>

/** EDIFACT (ISO 9735), ANSI X12 and what is like them. */
export const edi = defineFormato({
  label: 'EDI (EDIFACT, X12)',
  summary:
    'Segmentos con elementos y componentes: { segmento, elementos }, donde un elemento con componentes es una lista; o una cabecera con sus líneas, por grupos.',
  opciones: z.strictObject({ edi: ediSchema.prefault({}) }),
  ejemplos: [
    {
      opciones: { edi: { una: true } },
      texto: "UNA:+.? 'UNH+1+ORDERS:D:96A:UN'BGM+220+PO?+7'FTX+AAI+++5 ?' de largo'",
      registros: [
        { segmento: 'UNH', elementos: ['1', ['ORDERS', 'D', '96A', 'UN']] },
        { segmento: 'BGM', elementos: ['220', 'PO+7'] },
        { segmento: 'FTX', elementos: ['AAI', '', '', "5 ' de largo"] },
      ],
    },
    {
      opciones: { edi: { norma: 'x12', saltos: true } },
      texto: 'ST*850*0001~\nPO1*1*10*EA*9.5**BP:X*A-1~\n',
      registros: [
        { segmento: 'ST', elementos: ['850', '0001'] },
        { segmento: 'PO1', elementos: ['1', '10', 'EA', '9.5', '', ['BP', 'X'], 'A-1'] },
      ],
    },
    {
      opciones: {
        edi: { norma: 'propia', terminador: '\n', elementos: '|', componentes: '^', liberador: '\\' },
      },
      texto: 'PID|1|Ruiz^Ana|a\\|b\n',
      registros: [{ segmento: 'PID', elementos: ['1', ['Ruiz', 'Ana'], 'a|b'] }],
    },
    {
      opciones: {
        edi: {
          grupos: [
            { segmento: 'UNH', hasta: ['UNZ'] },
            { segmento: 'LIN', dentroDe: 'UNH', nombre: 'lineas', hasta: ['UNS'] },
          ],
        },
      },
      texto: "UNH+1'BGM+220'LIN+1'QTY+21:5'LIN+2'UNS+S'UNT+7+1'UNZ+1'",
      registros: [
        {
          segmento: 'UNH',
          elementos: ['1'],
          segmentos: [{ segmento: 'BGM', elementos: ['220'] }],
          lineas: [
            {
              segmento: 'LIN',
              elementos: ['1'],
              segmentos: [{ segmento: 'QTY', elementos: [['21', '5']] }],
              cierre: [],
            },
            { segmento: 'LIN', elementos: ['2'], segmentos: [], cierre: [] },
          ],
          cierre: [
            { segmento: 'UNS', elementos: ['S'] },
            { segmento: 'UNT', elementos: ['7', '1'] },
          ],
        },
        { segmento: 'UNZ', elementos: ['1'] },
      ],
    },
  ],
  compile: ({ edi: opciones }) => ({
    openLector(reglas) {
      const lector = new EdiLector(opciones, reglas)
      return opciones.grupos.length === 0 ? lector : new GrupoLector(lector, opciones.grupos, reglas)
    },
    write: (registros, reglas) => writeEdi(registros, opciones, reglas),
  }),
})
