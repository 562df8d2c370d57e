import {
  cualquiera,
  defineFuncion,
  failFormula,
  lambda,
  lista,
  objeto,
  readProperty,
  safeName,
  toTexto,
} from '@div/formula'
import { z } from 'zod'

const group = 'objeto'

export const OBJETO = [
  defineFuncion({
    name: 'CLAVES',
    group,
    summary: 'Los nombres de los campos de un objeto.',
    args: { objeto: objeto() },
    returns: 'lista',
    examples: [['CLAVES({ a: 1; b: 2 })', ['a', 'b']]],
    run: ({ objeto: value }) => Object.keys(value),
  }),
  defineFuncion({
    name: 'VALORES',
    group,
    summary: 'Los valores de los campos de un objeto.',
    args: { objeto: objeto() },
    returns: 'lista',
    examples: [['VALORES({ a: 1; b: 2 })', [1, 2]]],
    run: ({ objeto: value }) => Object.values(value),
  }),
  defineFuncion({
    name: 'PARES',
    group,
    summary: 'Una lista de { clave, valor } con los campos de un objeto.',
    args: { objeto: objeto() },
    returns: 'lista',
    examples: [['PARES({ a: 1 })', [{ clave: 'a', valor: 1 }]]],
    run: ({ objeto: value }) => Object.entries(value).map(([clave, valor]) => ({ clave, valor })),
  }),
  defineFuncion({
    name: 'DE_PARES',
    group,
    summary: 'Un objeto a partir de una lista de { clave, valor }.',
    args: { pares: lista() },
    returns: 'objeto',
    examples: [['DE_PARES([{ clave: "a"; valor: 1 }])', { a: 1 }]],
    run: ({ pares }, context) =>
      Object.fromEntries(
        pares.map((pair) => [
          safeName(toTexto(readProperty(pair, 'clave'), context)),
          readProperty(pair, 'valor'),
        ]),
      ),
  }),
  defineFuncion({
    name: 'OBTENER',
    group,
    summary: 'El valor de un campo cuyo nombre se calcula, u otro si no está.',
    args: { objeto: cualquiera(), campo: cualquiera(), defecto: cualquiera().optional() },
    returns: 'cualquiera',
    examples: [
      ['OBTENER({ a: 1 }; "a")', 1],
      ['OBTENER({ a: 1 }; "z"; "nada")', 'nada'],
    ],
    run: ({ objeto: value, campo, defecto }) => readProperty(value, campo) ?? defecto ?? null,
  }),
  defineFuncion({
    name: 'TIENE',
    group,
    summary: 'Dice si un objeto tiene un campo.',
    args: { objeto: objeto(), campo: z.string() },
    returns: 'booleano',
    examples: [
      ['TIENE({ a: NULO }; "a")', true],
      ['TIENE({ a: 1 }; "constructor")', false],
    ],
    run: ({ objeto: value, campo }) => Object.hasOwn(value, campo),
  }),
  defineFuncion({
    name: 'FUSIONAR',
    group,
    summary: 'Un objeto con los campos de varios; ganan los últimos.',
    args: { objetos: z.array(cualquiera()) },
    variadic: true,
    returns: 'objeto',
    examples: [['FUSIONAR({ a: 1; b: 1 }; { b: 2 })', { a: 1, b: 2 }]],
    run: ({ objetos }) =>
      // Not Object.assign, which would run the setter that is behind the name `__proto__`.
      Object.fromEntries(
        objetos.flatMap((each) => {
          if (each === null) return []
          if (typeof each !== 'object' || Array.isArray(each)) return failFormula('FUSIONAR necesita objetos')
          return Object.entries(each)
        }),
      ),
  }),
  defineFuncion({
    name: 'ELEGIR_CAMPOS',
    group,
    summary: 'Un objeto solo con los campos nombrados.',
    args: { objeto: objeto(), campos: z.array(z.unknown()) },
    variadic: true,
    returns: 'objeto',
    examples: [['ELEGIR_CAMPOS({ a: 1; b: 2; c: 3 }; "a"; "c")', { a: 1, c: 3 }]],
    run: ({ objeto: value, campos }, context) => {
      const wanted = new Set(campos.map((each) => toTexto(each, context)))
      return Object.fromEntries(Object.entries(value).filter(([key]) => wanted.has(key)))
    },
  }),
  defineFuncion({
    name: 'QUITAR_CAMPOS',
    group,
    summary: 'Un objeto sin los campos nombrados.',
    args: { objeto: objeto(), campos: z.array(z.unknown()) },
    variadic: true,
    returns: 'objeto',
    examples: [['QUITAR_CAMPOS({ a: 1; b: 2 }; "a")', { b: 2 }]],
    run: ({ objeto: value, campos }, context) => {
      const unwanted = new Set(campos.map((each) => toTexto(each, context)))
      return Object.fromEntries(Object.entries(value).filter(([key]) => !unwanted.has(key)))
    },
  }),
  defineFuncion({
    name: 'PONER_CAMPO',
    group,
    summary: 'Un objeto con un campo más, cuyo nombre se calcula.',
    args: { objeto: objeto(), campo: z.string(), valor: cualquiera() },
    returns: 'objeto',
    examples: [['PONER_CAMPO({ a: 1 }; "b"; 2)', { a: 1, b: 2 }]],
    run: ({ objeto: value, campo, valor }) => ({ ...value, [safeName(campo)]: valor }),
  }),
  defineFuncion({
    name: 'MAPEAR_VALORES',
    group,
    summary: 'Un objeto con una fórmula aplicada al valor de cada campo.',
    args: { objeto: objeto(), formula: lambda() },
    returns: 'objeto',
    examples: [['MAPEAR_VALORES({ a: 1; b: 2 }; elemento * 10)', { a: 10, b: 20 }]],
    run: ({ objeto: value, formula }) =>
      Object.fromEntries(Object.entries(value).map(([key, each], index) => [key, formula(each, index)])),
  }),
  defineFuncion({
    name: 'INDEXAR',
    group,
    summary: 'Un objeto que da cada elemento de una lista por su clave; si se repite, gana el último.',
    args: { lista: lista(), clave: lambda() },
    returns: 'objeto',
    examples: [['INDEXAR([{ id: "x"; v: 1 }]; elemento.id).x.v', 1]],
    run: ({ lista: items, clave }, context) =>
      Object.fromEntries(items.map((item, index) => [safeName(toTexto(clave(item, index), context)), item])),
  }),
]
