import classes from '../formula-field.module.css'
import { describeValue } from './describe-value.ts'
import type { Trial } from './try-formula.ts'

interface FormulaResultProps {
  id: string
  trial: Trial
  /** What the server says of it. */
  error: string | undefined
}

/** Of a long value as much as can be read in passing. */
const SHOWN = 500

/** Under a formula: what it comes to, or what is wrong with it. */
export function FormulaResult({ id, trial, error }: FormulaResultProps) {
  if (trial.kind === 'valor' && error === undefined) {
    const { tipo, texto } = describeValue(trial.valor)
    return (
      <output id={id} className={classes.result} aria-live="polite">
        <span aria-hidden>=</span>
        <span className={classes.value} title={texto.slice(0, SHOWN)}>
          {texto.slice(0, SHOWN)}
        </span>
        <span className={classes.type}>{tipo}</span>
      </output>
    )
  }
  const { tone, texto } = sayTrial(trial, error)
  return (
    <output id={id} className={classes.result} data-tone={tone} aria-live="polite">
      {texto}
    </output>
  )
}

function sayTrial(
  trial: Trial,
  error: string | undefined,
): { tone: 'error' | 'aviso' | undefined; texto: string } {
  if (trial.kind === 'errores') {
    const [first] = trial.errores
    return { tone: 'error', texto: first ? `${first.mensaje} (posición ${first.desde + 1})` : '' }
  }
  if (error !== undefined) return { tone: 'error', texto: error }
  if (trial.kind === 'fallo') return { tone: 'aviso', texto: trial.mensaje }
  return { tone: undefined, texto: sayUnknown(trial) }
}

function sayUnknown(trial: Exclude<Trial, { kind: 'errores' | 'fallo' }>): string {
  switch (trial.kind) {
    case 'vacia':
      return 'Ctrl+Espacio ofrece datos y funciones.'
    case 'sinDatos':
      return `Aún no hay datos de «${trial.nombre}»: pruebe el proceso para ver el resultado.`
    case 'alEjecutar':
      return `El resultado se sabe al ejecutar. ${trial.motivo}`
    case 'buscando':
      return `Buscando en «${trial.busqueda.tabla}»…`
    case 'valor':
      return ''
  }
}
