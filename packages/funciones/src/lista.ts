import {
  add,
  compareSortKeys,
  cualquiera,
  defineFuncion,
  divide,
  equalValues,
  type FuncionContext,
  failFormula,
  isTrue,
  lambda,
  lista,
  multiply,
  numero,
  readProperty,
  sortKeyOf,
  subtract,
  toTexto,
} from '@div/formula'
import { z } from 'zod'

const group = 'lista'
const COMPARISONS_PER_STEP = 64
const entero = () => z.number()

export const LISTA = [
  defineFuncion({
    name: 'CONTAR',
    group,
    summary: 'Cuántos elementos tiene una lista.',
    args: { lista: lista() },
    returns: 'entero',
    shallow: true,
    examples: [
      ['CONTAR([1; 2; 3])', 3],
      ['CONTAR([])', 0],
    ],
    run: ({ lista: items }) => items.length,
  }),
  defineFuncion({
    name: 'CONTARA',
    group,
    summary: 'Cuántos elementos no son nulos ni textos vacíos.',
    args: { lista: lista() },
    returns: 'entero',
    examples: [['CONTARA([1; NULO; ""; "a"])', 2]],
    run: ({ lista: items }) => items.filter((item) => item !== null && item !== '').length,
  }),
  defineFuncion({
    name: 'CONTAR_SI',
    group,
    summary: 'Cuántos elementos cumplen una condición.',
    args: { lista: lista(), condicion: lambda() },
    returns: 'entero',
    examples: [['CONTAR_SI([1; 5; 9]; elemento > 3)', 2]],
    run: ({ lista: items, condicion }) =>
      items.filter((item, index) => isTrue(condicion(item, index))).length,
  }),
  defineFuncion({
    name: 'SUMAR_SI',
    group,
    summary: 'Suma un valor de los elementos que cumplen una condición.',
    args: { lista: lista(), condicion: lambda(), valor: lambda() },
    returns: 'decimal',
    examples: [['SUMAR_SI([{ t: 1; v: 10 }; { t: 2; v: 5 }]; elemento.t = 1; elemento.v)', 10]],
    run: ({ lista: items, condicion, valor }) =>
      items.reduce<unknown>(
        (sum, item, index) => (isTrue(condicion(item, index)) ? (add(sum, valor(item, index)) ?? sum) : sum),
        0,
      ),
  }),
  defineFuncion({
    name: 'MAPEAR',
    group,
    summary: 'Una lista con el resultado de una fórmula para cada elemento (elemento, indice).',
    args: { lista: lista(), formula: lambda() },
    returns: 'lista',
    examples: [
      ['MAPEAR([1; 2]; elemento * 10 + indice)', [10, 21]],
      ['MAPEAR([[1; 2]; [3]]; SUMA(MAPEAR(elemento; elemento * 2)))', [6, 6]],
    ],
    run: ({ lista: items, formula }) => items.map((item, index) => formula(item, index)),
  }),
  defineFuncion({
    name: 'FILTRAR',
    group,
    summary: 'Los elementos que cumplen una condición.',
    args: { lista: lista(), condicion: lambda() },
    returns: 'lista',
    examples: [['FILTRAR([1; 5; 9]; elemento > 3)', [5, 9]]],
    run: ({ lista: items, condicion }) => items.filter((item, index) => isTrue(condicion(item, index))),
  }),
  defineFuncion({
    name: 'REDUCIR',
    group,
    summary: 'Recorre una lista acumulando un valor (acumulado, elemento).',
    args: { lista: lista(), inicial: cualquiera(), formula: lambda() },
    returns: 'cualquiera',
    examples: [['REDUCIR([1; 2; 3]; 100; acumulado - elemento)', 94]],
    run: ({ lista: items, inicial, formula }) =>
      items.reduce<unknown>((accumulated, item, index) => formula(item, index, accumulated), inicial),
  }),
  defineFuncion({
    name: 'BUSCAR_EN',
    group,
    summary: 'El primer elemento que cumple una condición; nulo si ninguno.',
    args: { lista: lista(), condicion: lambda() },
    returns: 'cualquiera',
    examples: [['BUSCAR_EN([{ id: 1; n: "a" }; { id: 2; n: "b" }]; elemento.id = 2).n', 'b']],
    run: ({ lista: items, condicion }) => items.find((item, index) => isTrue(condicion(item, index))) ?? null,
  }),
  defineFuncion({
    name: 'POSICION',
    group,
    summary: 'La posición de un valor en una lista, desde 0; nulo si no está.',
    args: { lista: lista(), valor: cualquiera() },
    returns: 'entero',
    examples: [
      ['POSICION(["a"; "b"]; "b")', 1],
      ['POSICION(["a"]; "z")', null],
    ],
    run: ({ lista: items, valor }, context) => {
      const index = items.findIndex((item) => equalValues(item, valor, context))
      return index < 0 ? null : index
    },
  }),
  defineFuncion({
    name: 'CONTIENE_ELEMENTO',
    group,
    summary: 'Dice si una lista contiene un valor.',
    args: { lista: lista(), valor: cualquiera() },
    returns: 'booleano',
    examples: [['CONTIENE_ELEMENTO([1; 2]; 2)', true]],
    run: ({ lista: items, valor }, context) => items.some((item) => equalValues(item, valor, context)),
  }),
  defineFuncion({
    name: 'TODOS',
    group,
    summary: 'Dice si todos los elementos cumplen una condición.',
    args: { lista: lista(), condicion: lambda() },
    returns: 'booleano',
    examples: [['TODOS([2; 4]; ES_PAR(elemento))', true]],
    run: ({ lista: items, condicion }) => items.every((item, index) => isTrue(condicion(item, index))),
  }),
  defineFuncion({
    name: 'ALGUNO',
    group,
    summary: 'Dice si algún elemento cumple una condición.',
    args: { lista: lista(), condicion: lambda() },
    returns: 'booleano',
    examples: [['ALGUNO([1; 3]; ES_PAR(elemento))', false]],
    run: ({ lista: items, condicion }) => items.some((item, index) => isTrue(condicion(item, index))),
  }),
  defineFuncion({
    name: 'PRIMERO',
    group,
    summary: 'El primer elemento; nulo si no hay ninguno.',
    args: { lista: lista() },
    returns: 'cualquiera',
    shallow: true,
    examples: [['PRIMERO([7; 8])', 7]],
    run: ({ lista: items }) => items[0] ?? null,
  }),
  defineFuncion({
    name: 'ULTIMO',
    group,
    summary: 'El último elemento; nulo si no hay ninguno.',
    args: { lista: lista() },
    returns: 'cualquiera',
    shallow: true,
    examples: [
      ['ULTIMO([7; 8])', 8],
      ['ULTIMO([])', null],
    ],
    run: ({ lista: items }) => items.at(-1) ?? null,
  }),
  defineFuncion({
    name: 'ELEMENTO_EN',
    group,
    summary: 'El elemento de una posición, desde 0; negativa, desde el final.',
    args: { lista: lista(), posicion: entero() },
    returns: 'cualquiera',
    shallow: true,
    examples: [['ELEMENTO_EN([7; 8; 9]; -1)', 9]],
    run: ({ lista: items, posicion }) => items.at(posicion) ?? null,
  }),
  defineFuncion({
    name: 'TOMAR',
    group,
    summary: 'Los primeros elementos, o a partir de una posición.',
    args: { lista: lista(), cuantos: entero(), desde: entero().default(0) },
    returns: 'lista',
    shallow: true,
    examples: [
      ['TOMAR([1; 2; 3]; 2)', [1, 2]],
      ['TOMAR([1; 2; 3]; 2; 1)', [2, 3]],
    ],
    run: ({ lista: items, cuantos, desde }) =>
      items.slice(Math.max(0, desde), Math.max(0, desde) + Math.max(0, cuantos)),
  }),
  defineFuncion({
    name: 'UNIR_LISTAS',
    group,
    summary: 'Pone varias listas una detrás de otra.',
    args: { listas: z.array(cualquiera()) },
    variadic: true,
    returns: 'lista',
    examples: [['UNIR_LISTAS([1]; [2; 3]; NULO)', [1, 2, 3]]],
    run: ({ listas }, { limits }) =>
      joinLists(
        listas.filter((each) => each !== null),
        limits.elementos,
      ),
  }),
  defineFuncion({
    name: 'AGREGAR',
    group,
    summary: 'Una lista con un elemento más al final.',
    args: { lista: lista(), valor: cualquiera() },
    returns: 'lista',
    examples: [['AGREGAR([1]; 2)', [1, 2]]],
    run: ({ lista: items, valor }) => [...items, valor],
  }),
  defineFuncion({
    name: 'APLANAR',
    group,
    summary: 'Saca un nivel de listas dentro de listas.',
    args: { lista: lista() },
    returns: 'lista',
    examples: [['APLANAR([[1; 2]; 3; [4]])', [1, 2, 3, 4]]],
    run: ({ lista: items }, { limits }) => joinLists(items, limits.elementos),
  }),
  defineFuncion({
    name: 'UNICOS',
    group,
    summary: 'Los elementos sin repetir, en su orden de aparición.',
    args: { lista: lista() },
    returns: 'lista',
    examples: [['UNICOS([3; 1; 3; "a"; "a"])', [3, 1, 'a']]],
    run: ({ lista: items }, context) => {
      const first = new Map<string, unknown>()
      for (const item of items) {
        const key = keyOf(item, context)
        if (!first.has(key)) first.set(key, item)
      }
      return [...first.values()]
    },
  }),
  defineFuncion({
    name: 'ORDENAR',
    group,
    summary:
      'Ordena una lista, por una fórmula si se da: números (y textos que los escriben), textos, lógicos y fechas; los nulos al final.',
    args: { lista: lista(), por: lambda().optional() },
    returns: 'lista',
    examples: [
      ['ORDENAR([3; NULO; 1; 2])', [1, 2, 3, null]],
      ['ORDENAR([2; "a"; 1; "b"])', [1, 2, 'a', 'b']],
      ['ORDENAR(["Óscar"; "ana"; "Zoe"; "ñu"])', ['ana', 'ñu', 'Óscar', 'Zoe']],
      ['MAPEAR(ORDENAR([{ v: 2 }; { v: 1 }]; elemento.v); elemento.v)', [1, 2]],
    ],
    run: ({ lista: items, por }, context) => sortBy(items, por, 1, context),
  }),
  defineFuncion({
    name: 'ORDENAR_DESC',
    group,
    summary:
      'Ordena una lista en el orden contrario al de ORDENAR, por una fórmula si se da; los nulos al final.',
    args: { lista: lista(), por: lambda().optional() },
    returns: 'lista',
    examples: [['ORDENAR_DESC([1; NULO; 3])', [3, 1, null]]],
    run: ({ lista: items, por }, context) => sortBy(items, por, -1, context),
  }),
  defineFuncion({
    name: 'INVERTIR',
    group,
    summary: 'La lista del final al principio.',
    args: { lista: lista() },
    returns: 'lista',
    examples: [['INVERTIR([1; 2; 3])', [3, 2, 1]]],
    run: ({ lista: items }) => items.toReversed(),
  }),
  defineFuncion({
    name: 'AGRUPAR',
    group,
    summary: 'Una lista de { clave, elementos } con los elementos agrupados por una fórmula.',
    args: { lista: lista(), por: lambda() },
    returns: 'lista',
    examples: [
      [
        'AGRUPAR([1; 2; 3]; SI(ES_PAR(elemento); "par"; "impar"))',
        [
          { clave: 'impar', elementos: [1, 3] },
          { clave: 'par', elementos: [2] },
        ],
      ],
    ],
    run: ({ lista: items, por }, context) => {
      const groups = new Map<string, { clave: unknown; elementos: unknown[] }>()
      items.forEach((item, index) => {
        const clave = por(item, index)
        const key = keyOf(clave, context)
        const found = groups.get(key) ?? { clave, elementos: [] }
        found.elementos.push(item)
        groups.set(key, found)
      })
      return [...groups.values()]
    },
  }),
  defineFuncion({
    name: 'SECUENCIA',
    group,
    summary: 'Los números de uno a otro.',
    args: { desde: numero(), hasta: numero(), paso: numero().default(1) },
    returns: 'lista',
    examples: [
      ['SECUENCIA(1; 4)', [1, 2, 3, 4]],
      ['SECUENCIA(10; 0; -5)', [10, 5, 0]],
    ],
    run: ({ desde, hasta, paso }, context) => {
      if (Number(paso) === 0) return failFormula('SECUENCIA necesita un paso distinto de cero')
      const last = Math.floor(Number(divide(subtract(hasta, desde), paso)))
      const count = Math.max(0, last + 1)
      context.spend(count)
      return Array.from({ length: count }, (_, index) => add(desde, multiply(index, paso)))
    },
  }),
  defineFuncion({
    name: 'CAMPO',
    group,
    summary: 'El valor de un campo en cada elemento de una lista.',
    args: { lista: lista(), campo: z.string() },
    returns: 'lista',
    examples: [['CAMPO([{ a: 1 }; { a: 2 }]; "a")', [1, 2]]],
    run: ({ lista: items, campo }) => items.map((item) => readProperty(item, campo)),
  }),
  defineFuncion({
    name: 'COMBINAR',
    group,
    summary: 'Empareja dos listas posición por posición.',
    args: { una: lista(), otra: lista() },
    returns: 'lista',
    examples: [
      [
        'COMBINAR([1; 2]; ["a"; "b"])',
        [
          [1, 'a'],
          [2, 'b'],
        ],
      ],
    ],
    run: ({ una, otra }) => una.map((item, index) => [item, otra[index] ?? null]),
  }),
  defineFuncion({
    name: 'TROCEAR',
    group,
    summary: 'Parte una lista en listas de un tamaño.',
    args: { lista: lista(), tamanio: numero() },
    returns: 'lista',
    examples: [['TROCEAR([1; 2; 3]; 2)', [[1, 2], [3]]]],
    run: ({ lista: items, tamanio }) => {
      const size = Math.max(1, Math.trunc(Number(tamanio)))
      return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
        items.slice(index * size, (index + 1) * size),
      )
    },
  }),
]

function sortBy(
  items: readonly unknown[],
  by: ((elemento: unknown, indice: number) => unknown) | undefined,
  sign: 1 | -1,
  context: FuncionContext,
): unknown[] {
  // As many comparisons as sorting takes, of which one step pays for some.
  context.spend(Math.floor((items.length * Math.log2(items.length + 1)) / COMPARISONS_PER_STEP))
  const keyed = items.map((item, index) => ({ item, key: sortKeyOf(by ? by(item, index) : item) }))
  return keyed.toSorted((left, right) => compareSortKeys(left.key, right.key, sign)).map(({ item }) => item)
}

/** A number and the text that writes it have one key, since they are equal. */
function keyOf(value: unknown, context: FuncionContext): string {
  const kind = typeof value === 'object' ? 'o' : typeof value === 'boolean' ? 'b' : ''
  return `${kind}${value === null ? 'null' : toTexto(value, context)}`
}

/** One level of lists; counted first, since they may be one long list many times over. */
function joinLists(items: readonly unknown[], maximo: number): unknown[] {
  const length = items.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 1), 0)
  return length > maximo ? failFormula(`la lista pasa de ${maximo} elementos`) : items.flat()
}
