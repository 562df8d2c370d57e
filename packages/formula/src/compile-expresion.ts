import { AppError, ExpresionFallida, type Limits } from '@div/contract'
import type { Lote } from './column.ts'
import type { Compiled, Evaluate } from './compiled.ts'
import { Compiler } from './compiler.ts'
import type { FuncionCatalogo } from './define-funcion.ts'
import { EffectNeeded, Evaluation } from './evaluation.ts'
import type { ErrorDeExpresion, Expresion, ExpresionScope } from './expresion.ts'
import { hasPlace } from './located.ts'
import { payForAll } from './meter.ts'
import { parseExpresion } from './parse.ts'

export type CompileExpresionResult<Frame> =
  | { ok: true; expresion: Expresion<Frame> }
  | { ok: false; errores: ErrorDeExpresion[] }

/** Compiles a formula to closures. Names and functions are resolved now; evaluating it looks nothing up. */
export function compileExpresion<Frame>(
  texto: string,
  scope: ExpresionScope<Frame>,
  { funciones, limits }: { funciones: FuncionCatalogo; limits: Limits },
): CompileExpresionResult<Frame> {
  const parsed = parseExpresion(texto, limits)
  if (!parsed.ok) return parsed
  const resolve = remembering(scope)
  const compiler = new Compiler({ ...scope, resolve }, funciones, limits)
  const compiled = compiler.compile(parsed.ast)
  if (compiler.errores.length > 0) return { ok: false, errores: compiler.errores }
  /** The same formula in closures that say where they fail; made when something failed. */
  const compileLocating = (): Evaluate<Frame> | null => {
    const again = parseExpresion(texto, limits)
    if (!again.ok) return null
    const locating = new Compiler({ ...scope, resolve }, funciones, limits, true)
    const compiled = locating.compile(again.ast)
    return locating.errores.length > 0 ? null : compiled.evaluate
  }
  return { ok: true, expresion: createExpresion(compiled, compiler, compileLocating) }
}

/** Names are resolved once, whatever is compiled again: a scope keeps account of them. */
function remembering<Frame>(scope: ExpresionScope<Frame>): ExpresionScope<Frame>['resolve'] {
  const known = new Map<string, ReturnType<typeof scope.resolve>>()
  return (nombre) => {
    if (!known.has(nombre)) known.set(nombre, scope.resolve(nombre))
    return known.get(nombre)
  }
}

function createExpresion<Frame>(
  { evaluate, all, tipo }: Compiled<Frame>,
  { referencias, hasEffects, isSecret, multiplies, limits, scope: { host } }: Compiler<Frame>,
  compileLocating: () => Evaluate<Frame> | null,
): Expresion<Frame> {
  const evaluation = new Evaluation<Frame>(host, limits)
  let locating: Evaluate<Frame> | null = null
  function evaluateIn(frame: Frame): unknown {
    evaluation.frame = frame
    evaluation.steps = 0
    try {
      const value = evaluate(evaluation)
      if (multiplies && typeof value === 'object' && value !== null) checkSize(value, evaluation)
      return value
    } catch (error) {
      // What failed is known; where in the formula is found out now.
      if (error instanceof AppError) findPlace(error)
      throw error
    } finally {
      // A formula outlives its runs and must not keep the last one alive. What lambdas bind they put back themselves.
      evaluation.frame = null
    }
  }
  function evaluateAnswered(frame: Frame, answers: NonNullable<Evaluation<Frame>['answers']>): unknown {
    evaluation.asked = 0
    evaluation.answers = answers
    try {
      return evaluateIn(frame)
    } finally {
      evaluation.answers = null
    }
  }
  /** By evaluating again: functions are pure but for what the evaluation remembers, and chance, which may fail otherwise or not at all. */
  function findPlace(error: AppError): void {
    // Where the steps ran out says nothing, and it would take as many again.
    if (hasPlace(error) || evaluation.steps > limits.pasosFormula) return
    locating ??= compileLocating()
    evaluation.steps = 0
    evaluation.asked = 0
    try {
      locating?.(evaluation)
    } catch (again) {
      // The failure itself is thrown by the caller.
      if (!(again instanceof AppError) || again.message !== error.message) return
      const { posicion, operacion } = again.extra
      if (posicion !== undefined) error.with({ posicion, operacion })
    }
  }
  const evaluateAll = (lote: Lote<Frame>): unknown[] => {
    evaluation.frame = lote.frame
    // Of all items together: what is too much for them may be little enough for each.
    evaluation.steps = 0
    try {
      const values = all?.(evaluation, lote) ?? []
      // SI_ERROR may have answered for steps that ran out: they ran out for all of them, and not for the item it answered for.
      evaluation.spend(0)
      return values
    } finally {
      evaluation.frame = null
    }
  }
  return {
    evaluate: evaluateIn,
    ...(all && !hasEffects && !multiplies && { evaluateAll }),
    hasEffects,
    isSecret,
    /**
     * Functions are pure but for what the evaluation remembers of them, so one that lacks a value from outside is simply made again once it
     * is there: branches that are not reached take nothing.
     */
    async evaluateWithEffects(frame) {
      const answers: NonNullable<Evaluation<Frame>['answers']> = []
      for (let taken = 0; ; taken++) {
        try {
          return evaluateAnswered(frame, answers)
        } catch (needed) {
          if (!(needed instanceof EffectNeeded)) throw needed
          if (taken >= limits.efectosFormula) {
            throw new ExpresionFallida({ motivo: `toma más de ${limits.efectosFormula} valores de fuera` })
          }
          // A refusal is the evaluation's own failure, which SI_ERROR may answer.
          answers.push(await needed.take().then(succeed, refuse))
        }
      }
    },
    referencias,
    tipo,
  }
}

/** What leaves a formula will be written out by somebody: that is bounded as an evaluation of its own. */
function checkSize<Frame>(value: object, evaluation: Evaluation<Frame>): void {
  evaluation.steps = 0
  payForAll(value, evaluation)
}

const succeed = (value: unknown) => ({ ok: true as const, value })
const refuse = (error: unknown) => ({ ok: false as const, error })
