import {
  cualquiera,
  defineFuncion,
  type FormulaHost,
  failFormula,
  type ProblemaDeArgumento,
  readProperty,
} from '@div/formula'
import { z } from 'zod'

const group = 'acceso'

export const ACCESO = [
  defineFuncion({
    name: 'PARAMETRO',
    group,
    summary: 'El valor de un parámetro del producto.',
    args: { nombre: z.string() },
    returns: 'cualquiera',
    volatile: true,
    examples: [['PARAMETRO("iva")', 0.21]],
    check: ([nombre], host) =>
      typeof nombre === 'string' && host.parametro(nombre) === undefined
        ? { argumento: 0, mensaje: `No existe el parámetro «${nombre}».` }
        : null,
    isSecret: ([nombre], host) => host.isSecret(typeof nombre === 'string' ? nombre : undefined),
    run: ({ nombre }, { host }) => {
      const value = host.parametro(nombre)
      return value === undefined ? failFormula(`no existe el parámetro «${nombre}»`) : value
    },
  }),
  defineFuncion({
    name: 'BUSCAR',
    group,
    summary:
      'Busca una fila de una tabla por el valor de una columna (la primera si no se dice otra) y da el valor de otra columna; nulo si no está.',
    args: {
      tabla: z.string(),
      clave: cualquiera(),
      columna: z.string(),
      columnaClave: z.string().optional(),
    },
    returns: 'cualquiera',
    volatile: true,
    examples: [
      ['BUSCAR("paises"; "ES"; "nombre")', 'España'],
      ['BUSCAR("paises"; "España"; "codigo"; "nombre")', 'ES'],
      ['BUSCAR("paises"; "ZZ"; "nombre")', null],
    ],
    check: (literals, host) => checkTabla(literals, host, [2, 3]),
    run: ({ tabla, clave, columna, columnaClave }, { host }) => {
      const find = host.tabla(tabla, columnaClave)
      return find ? readProperty(find(clave), columna) : failFormula(`no existe la tabla «${tabla}»`)
    },
  }),
  defineFuncion({
    name: 'BUSCAR_FILA',
    group,
    summary: 'Busca una fila de una tabla y la da entera; nulo si no está.',
    args: { tabla: z.string(), clave: cualquiera(), columnaClave: z.string().optional() },
    returns: 'objeto',
    volatile: true,
    examples: [['BUSCAR_FILA("paises"; "ES")', { codigo: 'ES', nombre: 'España' }]],
    check: (literals, host) => checkTabla(literals, host, [2]),
    run: ({ tabla, clave, columnaClave }, { host }) => {
      const find = host.tabla(tabla, columnaClave)
      return find ? (find(clave) ?? null) : failFormula(`no existe la tabla «${tabla}»`)
    },
  }),
  defineFuncion({
    name: 'CONSECUTIVO',
    group,
    summary: 'Toma el siguiente número de un consecutivo. Cada llamada que se alcanza toma uno.',
    args: { nombre: z.string() },
    returns: 'cualquiera',
    volatile: true,
    efecto: true,
    examples: [['CONSECUTIVO("facturas")', 1]],
    run: ({ nombre }, context) => context.effect(() => context.host.consecutivo(nombre)),
  }),
]

/** A tabla and its columns by their places among the arguments; of what is not known at publish nothing is said. */
function checkTabla(
  literals: readonly unknown[],
  host: FormulaHost,
  columnPlaces: readonly number[],
): ProblemaDeArgumento | null {
  const [tabla] = literals
  if (typeof tabla !== 'string') return null
  const columnas = host.columnas(tabla)
  if (columnas === null) return null
  if (columnas === undefined) return { argumento: 0, mensaje: `No existe la tabla «${tabla}».` }
  for (const argumento of columnPlaces) {
    const columna = literals[argumento]
    if (typeof columna === 'string' && !columnas.includes(columna))
      return { argumento, mensaje: `La tabla «${tabla}» no tiene la columna «${columna}».` }
  }
  return null
}
