import type { Limits } from '@div/contract'
import { lookUp } from '@div/contract'
import { type ArgumentReader, readersOf } from './argument-readers.ts'
import type { Ast } from './ast.ts'
import { blankColumn, columnOf, type EvaluateAll } from './column.ts'
import { type Compiled, type Evaluate, readConstant } from './compiled.ts'
import type { Compiler } from './compiler.ts'
import { type FuncionDefinition, type Lambda, normalizeName } from './define-funcion.ts'
import type { Evaluation } from './evaluation.ts'

type Call = Extract<Ast, { clase: 'llamada' }>
/** Puts one argument together for a call; `NO_VALUE` when it is null and the function is not to run. */
type Prepare<Frame> = (evaluation: Evaluation<Frame>) => unknown

const NO_VALUE = Symbol('no value')

export function compileCall<Frame>(compiler: Compiler<Frame>, ast: Call): Compiled<Frame> {
  const definition = compiler.funciones.get(normalizeName(ast.nombre))
  if (!definition)
    return compiler.fail(
      { desde: ast.desde, hasta: ast.desde + ast.nombre.length },
      `No existe la función «${ast.nombre}».`,
    )
  const readers = readersOf(definition)
  const problem = countProblem(definition, readers, ast.argumentos.length)
  if (problem) return compiler.fail(ast, problem)
  if (definition.efecto) compiler.hasEffects = true

  const compiled = ast.argumentos.map((argumento, index) => {
    const kind = readers[Math.min(index, readers.length - 1)]?.kind ?? 'valor'
    return kind === 'lambda'
      ? compiler.compileLambda(argumento)
      : compiler.compile(argumento, definition.permiteOmitidos ?? false)
  })
  const literals = compiled.map((each) => (each.constant ? readConstant(each, compiler.limits) : undefined))
  const wrong = definition.check?.(literals, compiler.scope.host)
  if (wrong) return compiler.fail(ast.argumentos[wrong.argumento] ?? ast, wrong.mensaje)
  if (definition.isSecret?.(literals, compiler.scope.host)) compiler.isSecret = true
  compiler.noteResult(definition.returns)
  const { evaluate, all } = compileRun(definition, readers, compiled, compiler.limits)
  return {
    evaluate: compiler.locate(evaluate, definition.name, ast.desde),
    tipo: definition.returns,
    constant: false,
    ...(all && { all }),
  }
}

function countProblem(
  { name, variadic }: FuncionDefinition,
  readers: readonly ArgumentReader[],
  given: number,
): string | null {
  const least = readers.filter(({ optional }) => !optional).length
  const most = variadic ? Number.POSITIVE_INFINITY : readers.length
  if (given >= least && given <= most) return null
  const wanted = least === most ? `${least}` : variadic ? `${least} o más` : `de ${least} a ${most}`
  return `${name} necesita ${wanted} argumentos (${readers.map((reader) => reader.name).join('; ')}) y tiene ${given}.`
}

/** One declared argument of one call. */
interface Field<Frame> {
  name: string
  prepare: Prepare<Frame>
  isWalked: boolean
  column: ArgumentColumn<Frame> | null
}

function compileRun<Frame>(
  definition: FuncionDefinition,
  readers: readonly ArgumentReader[],
  given: readonly Compiled<Frame>[],
  limits: Limits,
): Pick<Compiled<Frame>, 'evaluate' | 'all'> {
  const { volatile = false, efecto = false, shallow = false, returns } = definition
  const fields = readers.map((reader, index): Field<Frame> => {
    const isRest = definition.variadic === true && index === readers.length - 1
    const prepare = isRest
      ? prepareRest(
          reader,
          given.slice(index).map(({ evaluate }) => evaluate),
        )
      : prepareArgument(reader, given[index], limits)
    // A value of any type is only walked by functions that pay for it themselves, but for texts.
    const isWalked = (isRest || reader.tipo === 'lista') && !shallow
    const column = isRest ? null : argumentColumn(reader, given[index], limits)
    return { name: reader.name, prepare, isWalked, column }
  })
  // `defineFuncion` ties `args` and `run`; the fields made here are those of `args`.
  const run = definition.run as (args: Record<string, unknown>, context: Evaluation<Frame>) => unknown
  const isResultWalked = !shallow && returns !== 'cualquiera'
  if (volatile && !efecto) return { evaluate: compileRemembered(fields, run, isResultWalked) }
  const [first, second, ...others] = fields
  if (!first || others.length > 0) return { evaluate: compileMany(fields, run, isResultWalked) }
  return second ? compileTwo(first, second, run, isResultWalked) : compileOne(first, run, isResultWalked)
}

type Run<Frame> = (args: Record<string, unknown>, context: Evaluation<Frame>) => unknown

/** What may differ from call to call: an evaluation that is made again is told the same. */
function compileRemembered<Frame>(
  fields: readonly Field<Frame>[],
  run: Run<Frame>,
  isResultWalked: boolean,
): Evaluate<Frame> {
  return compileMany(
    fields,
    (args, evaluation) => evaluation.remember(() => run(args, evaluation)),
    isResultWalked,
  )
}

function compileMany<Frame>(
  fields: readonly Field<Frame>[],
  run: Run<Frame>,
  isResultWalked: boolean,
): Evaluate<Frame> {
  return (evaluation) => {
    evaluation.spend(1)
    const args: Record<string, unknown> = {}
    for (const { name, prepare, isWalked } of fields) {
      const value = prepare(evaluation)
      if (value === NO_VALUE) return null
      if (isWalked || typeof value === 'string') evaluation.spendOn(value)
      args[name] = value
    }
    const result = run(args, evaluation)
    if (isResultWalked) evaluation.spendOn(result)
    return result
  }
}

/*
 * The same for one and for two arguments, as most functions have: without a loop, and with an object for the arguments that is made at once
 * where their names are among the usual ones.
 */

function compileOne<Frame>(
  { name, prepare, isWalked, column }: Field<Frame>,
  run: Run<Frame>,
  isResultWalked: boolean,
): Pick<Compiled<Frame>, 'evaluate' | 'all'> {
  const pack = lookUp(PACK_ONE, name) ?? packUnder(name)
  const apply = (value: unknown, evaluation: Evaluation<Frame>): unknown => {
    if (value === NO_VALUE) return null
    if (isWalked || typeof value === 'string') evaluation.spendOn(value)
    const result = run(pack(value), evaluation)
    if (isResultWalked) evaluation.spendOn(result)
    return result
  }
  const evaluate: Evaluate<Frame> = (evaluation) => {
    evaluation.spend(1)
    return apply(prepare(evaluation), evaluation)
  }
  if (!column?.isQuick) return { evaluate }
  const all: EvaluateAll<Frame> = (evaluation, lote) => {
    const values = column.values(evaluation, lote)
    evaluation.spend(values.length)
    for (let index = 0; index < values.length; index++)
      values[index] = apply(column.take(values[index], evaluation), evaluation)
    return values
  }
  return { evaluate, all }
}

function compileTwo<Frame>(
  first: Field<Frame>,
  second: Field<Frame>,
  run: Run<Frame>,
  isResultWalked: boolean,
): Pick<Compiled<Frame>, 'evaluate' | 'all'> {
  const pack = lookUp(PACK_TWO, `${first.name},${second.name}`) ?? packUnderTwo(first.name, second.name)
  const { prepare: prepareFirst, isWalked: isFirstWalked } = first
  const { prepare: prepareSecond, isWalked: isSecondWalked } = second
  const evaluate: Evaluate<Frame> = (evaluation) => {
    evaluation.spend(1)
    const one = prepareFirst(evaluation)
    if (one === NO_VALUE) return null
    if (isFirstWalked || typeof one === 'string') evaluation.spendOn(one)
    const two = prepareSecond(evaluation)
    if (two === NO_VALUE) return null
    if (isSecondWalked || typeof two === 'string') evaluation.spendOn(two)
    const result = run(pack(one, two), evaluation)
    if (isResultWalked) evaluation.spendOn(result)
    return result
  }
  const { column: firstColumn } = first
  const { column: secondColumn } = second
  if (!firstColumn || !secondColumn || !(firstColumn.isQuick || secondColumn.isQuick)) return { evaluate }
  const all: EvaluateAll<Frame> = (evaluation, lote) => {
    const values = firstColumn.values(evaluation, lote)
    const others = secondColumn.values(evaluation, lote)
    evaluation.spend(values.length)
    for (let index = 0; index < values.length; index++) {
      const one = firstColumn.take(values[index], evaluation)
      const two = secondColumn.take(others[index], evaluation)
      values[index] = null
      if (one === NO_VALUE || two === NO_VALUE) continue
      if (isFirstWalked || typeof one === 'string') evaluation.spendOn(one)
      if (isSecondWalked || typeof two === 'string') evaluation.spendOn(two)
      const result = run(pack(one, two), evaluation)
      if (isResultWalked) evaluation.spendOn(result)
      values[index] = result
    }
    return values
  }
  return { evaluate, all }
}

type Args = Record<string, unknown>

/** Fields that are written down are put into an object at once; under names that come as values, one after another. */
const PACK_ONE: Readonly<Record<string, (value: unknown) => Args>> = {
  texto: (texto) => ({ texto }),
  numero: (numero) => ({ numero }),
  fecha: (fecha) => ({ fecha }),
  valor: (valor) => ({ valor }),
  valores: (valores) => ({ valores }),
  lista: (lista) => ({ lista }),
}
const PACK_TWO: Readonly<Record<string, (one: unknown, two: unknown) => Args>> = {
  'numero,decimales': (numero, decimales) => ({ numero, decimales }),
  'texto,cuantos': (texto, cuantos) => ({ texto, cuantos }),
  'lista,formula': (lista, formula) => ({ lista, formula }),
  'lista,condicion': (lista, condicion) => ({ lista, condicion }),
}

function packUnder(name: string): (value: unknown) => Args {
  return (value) => {
    const args: Args = {}
    args[name] = value
    return args
  }
}

function packUnderTwo(first: string, second: string): (one: unknown, two: unknown) => Args {
  return (one, two) => {
    const args: Args = {}
    args[first] = one
    args[second] = two
    return args
  }
}

function prepareArgument<Frame>(
  reader: ArgumentReader,
  given: Compiled<Frame> | undefined,
  limits: Limits,
): Prepare<Frame> {
  const { kind, optional, nullable, fallback, read } = reader
  if (!given) return () => fallback
  const { evaluate } = given
  if (kind === 'lambda') return (evaluation) => bindLambda(evaluation, evaluate)
  if (kind === 'lazy') return (evaluation) => () => evaluate(evaluation)
  const known = readKnown(reader, given, limits)
  if (known !== null) return () => known
  return (evaluation) => {
    const value = evaluate(evaluation)
    if (value !== null && value !== undefined) return read(value, evaluation)
    if (nullable) return null
    return optional ? fallback : NO_VALUE
  }
}

/** The number of decimals, the length to fill up to: read once, as long as reading it says nothing. Null: not such an argument. */
function readKnown<Frame>({ tipo }: ArgumentReader, given: Compiled<Frame>, limits: Limits): number | null {
  if (!given.constant || tipo !== 'decimal') return null
  const known = readConstant(given, limits)
  return typeof known === 'number' && Number.isFinite(known) ? known : null
}

/** An argument for several items. */
interface ArgumentColumn<Frame> {
  values: EvaluateAll<Frame>
  /** What the function gets of one of the values. */
  take(value: unknown, evaluation: Evaluation<Frame>): unknown
  /** Its values are had together more quickly than one by one. */
  isQuick: boolean
}

/** Null: it is the function that evaluates it, if it does. */
function argumentColumn<Frame>(
  reader: ArgumentReader,
  given: Compiled<Frame> | undefined,
  limits: Limits,
): ArgumentColumn<Frame> | null {
  const { kind, optional, nullable, fallback, read } = reader
  if (kind !== 'valor') return null
  if (!given)
    return { values: (_evaluation, lote) => blankColumn(lote), take: () => fallback, isQuick: false }
  const known = readKnown(reader, given, limits)
  if (known !== null)
    return { values: (_evaluation, lote) => blankColumn(lote), take: () => known, isQuick: false }
  const absent = nullable ? null : optional ? fallback : NO_VALUE
  return {
    values: columnOf(given),
    take: (value, evaluation) => (value === null || value === undefined ? absent : read(value, evaluation)),
    isQuick: given.all !== undefined,
  }
}

/** All that follow, or the items of the one list that follows. */
function prepareRest<Frame>(reader: ArgumentReader, given: readonly Evaluate<Frame>[]): Prepare<Frame> {
  if (reader.kind === 'lazy') return (evaluation) => given.map((evaluate) => () => evaluate(evaluation))
  const [only, ...others] = given
  if (only && others.length === 0) {
    return (evaluation) => {
      const value = only(evaluation)
      return Array.isArray(value) ? value : [value]
    }
  }
  return (evaluation) => given.map((evaluate) => evaluate(evaluation))
}

/** Evaluates an argument for an item; what an outer lambda had bound is put back afterwards. */
function bindLambda<Frame>(evaluation: Evaluation<Frame>, evaluate: Evaluate<Frame>): Lambda {
  return (elemento, indice, acumulado) => {
    const { elemento: outerElemento, indice: outerIndice, acumulado: outerAcumulado } = evaluation
    evaluation.elemento = elemento
    evaluation.indice = indice
    evaluation.acumulado = acumulado
    try {
      return evaluate(evaluation)
    } finally {
      // Also after a failure: SI_ERROR goes on with what is around.
      evaluation.elemento = outerElemento
      evaluation.indice = outerIndice
      evaluation.acumulado = outerAcumulado
    }
  }
}
