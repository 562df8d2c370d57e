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
    return kind === 'lambda'
      ? compiler.compileLambda(argumento)
      : compiler.compile(argumento, definition.permiteOmitidos ?? false)
  })
  const literals = compiled.map((each) => (each.constant ? readConstant(each, compiler.limits) : undefined))
  const wrong = definition.check?.(literals, compiler.scope.host)
  if (wrong) return compiler.fail(ast.argumentos[wrong.argumento] ?? ast, wrong.mensaje)
  if (definition.isSecret?.(literals, compiler.scope.host)) compiler.isSecret = true
  compiler.noteResult(definition.returns)
  const evaluate = compileRun(
    definition,
    readers,
    compiled.map((each) => each.evaluate),
  )
  return {
    evaluate: compiler.locate(evaluate, definition.name, ast.desde),
    tipo: definition.returns,
    constant: false,
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

function compileRun<Frame>(
  definition: FuncionDefinition,
  readers: readonly ArgumentReader[],
  given: readonly Evaluate<Frame>[],
): Evaluate<Frame> {
  const { volatile = false, efecto = false, shallow = false, returns } = definition
  const fields = readers.map((reader, index) => {
    const isRest = definition.variadic === true && index === readers.length - 1
    const prepare = isRest ? prepareRest(reader, given.slice(index)) : prepareArgument(reader, given[index])
    // A value of any type is only walked by functions that pay for it themselves, but for texts.
    const isWalked = (isRest || reader.tipo === 'lista') && !shallow
    return { name: reader.name, prepare, isWalked }
  })
  // `defineFuncion` ties `args` and `run`; the fields made here are those of `args`.
  const run = definition.run as (args: Record<string, unknown>, context: Evaluation<Frame>) => unknown
  const mayDiffer = volatile && !efecto
  const isResultWalked = !shallow && returns !== 'cualquiera'
  return (evaluation) => {
    evaluation.spend(1)
    const args: Record<string, unknown> = {}
    for (const { name, prepare, isWalked } of fields) {
      const value = prepare(evaluation)
      if (value === NO_VALUE) return null
      if (isWalked || typeof value === 'string') evaluation.spendOn(value)
      args[name] = value
    }
    const result = mayDiffer ? evaluation.remember(() => run(args, evaluation)) : run(args, evaluation)
    if (isResultWalked) evaluation.spendOn(result)
    return result
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
    if (value !== null && value !== undefined) return read(value, evaluation)
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
