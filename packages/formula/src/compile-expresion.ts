import { ExpresionFallida, type Limits, type TipoDato } from '@div/contract'
import type { Evaluate } from './compiled.ts'
import { Compiler } from './compiler.ts'
import type { FuncionCatalogo } from './define-funcion.ts'
import { EffectNeeded, Evaluation } from './evaluation.ts'
import type { ErrorDeExpresion, Expresion, ExpresionScope } from './expresion.ts'
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
  const compiler = new Compiler(scope, funciones, limits)
  const { evaluate, tipo } = compiler.compile(parsed.ast)
  if (compiler.errores.length > 0) return { ok: false, errores: compiler.errores }
  return { ok: true, expresion: createExpresion(evaluate, tipo, compiler, scope, limits) }
}

function createExpresion<Frame>(
  evaluate: Evaluate<Frame>,
  tipo: TipoDato,
  { referencias, hasEffects, multiplies }: Compiler<Frame>,
  { host }: ExpresionScope<Frame>,
  limits: Limits,
): Expresion<Frame> {
  const evaluation = new Evaluation<Frame>(host, limits)
  function evaluateIn(frame: Frame, answers: Evaluation<Frame>['answers']): unknown {
    evaluation.frame = frame
    evaluation.steps = 0
    evaluation.asked = 0
    evaluation.answers = answers
    try {
      const value = evaluate(evaluation)
      if (multiplies && typeof value === 'object' && value !== null) checkSize(value, evaluation)
      return value
    } finally {
      // A formula outlives its runs and must not keep the last one alive.
      evaluation.frame = null
      evaluation.elemento = undefined
      evaluation.acumulado = undefined
    }
  }
  return {
    evaluate: (frame) => evaluateIn(frame, null),
    hasEffects,
    /**
     * Functions are pure but for what the evaluation remembers of them, so one that lacks a value from outside is simply made again once it
     * is there: branches that are not reached take nothing.
     */
    async evaluateWithEffects(frame) {
      const answers: NonNullable<Evaluation<Frame>['answers']> = []
      for (let taken = 0; ; taken++) {
        try {
          return evaluateIn(frame, answers)
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
