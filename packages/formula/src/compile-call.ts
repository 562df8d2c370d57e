import { type ArgumentReader, readersOf } from './argument-readers.ts'
import type { Ast } from './ast.ts'
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
    if (kind === 'lambda') compiler.lambdas++
    const result = compiler.compile(argumento, definition.permiteOmitidos ?? false)
    if (kind === 'lambda') compiler.lambdas--
    return result
  })
  if (compiler.errores.length > 0) return compiler.fail(ast, compiler.errores[0]?.mensaje ?? '')
  if (compiled.every(({ constant }) => constant) || compiled[0]?.constant) {
    const literals = compiled.map((each) => (each.constant ? readConstant(each) : undefined))
    const wrong = definition.check?.(literals, compiler.scope.host) ?? null
    if (wrong !== null) return compiler.fail(ast.argumentos[0] ?? ast, wrong)
  }
  const evaluate = compileRun(
    definition,
    readers,
    compiled.map((each) => each.evaluate),
  )
  return { evaluate, tipo: definition.returns, constant: false }
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

function compileRun<Frame>(
  definition: FuncionDefinition,
  readers: readonly ArgumentReader[],
  given: readonly Evaluate<Frame>[],
): Evaluate<Frame> {
  const fields = readers.map((reader, index) => {
    const isRest = definition.variadic === true && index === readers.length - 1
    const prepare = isRest ? prepareRest(reader, given.slice(index)) : prepareArgument(reader, given[index])
    return { name: reader.name, prepare }
  })
  // `defineFuncion` ties `args` and `run`; the fields made here are those of `args`.
  const run = definition.run as (args: Record<string, unknown>, context: Evaluation<Frame>) => unknown
  return (evaluation) => {
    evaluation.spend(1)
    const args: Record<string, unknown> = {}
    for (const { name, prepare } of fields) {
      const value = prepare(evaluation)
      if (value === NO_VALUE) return null
      args[name] = value
    }
    return run(args, evaluation)
  }
}

function prepareArgument<Frame>(
  reader: ArgumentReader,
  evaluate: Evaluate<Frame> | undefined,
): Prepare<Frame> {
  const { kind, optional, nullable, fallback, read } = reader
  if (!evaluate) return () => fallback
  if (kind === 'lambda') return (evaluation) => bindLambda(evaluation, evaluate)
  if (kind === 'lazy') return (evaluation) => () => evaluate(evaluation)
  return (evaluation) => {
    const value = evaluate(evaluation)
    if (value !== null && value !== undefined) return read(value)
    if (nullable) return null
    return optional ? fallback : NO_VALUE
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
    evaluation.spend(1)
    const { elemento: outerElemento, indice: outerIndice, acumulado: outerAcumulado } = evaluation
    evaluation.elemento = elemento
    evaluation.indice = indice
    evaluation.acumulado = acumulado
    const value = evaluate(evaluation)
    evaluation.elemento = outerElemento
    evaluation.indice = outerIndice
    evaluation.acumulado = outerAcumulado
    return value
  }
}
