import { writeResultado } from '@div/contract'
import { readJson } from '@div/ui'
import { Textarea } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import classes from './bloque.module.css'
import { type Computed, computeFormula } from './compute-formula.ts'

interface ProbarFormulaProps {
  formula: string
  onChange: (formula: string) => void
  /** Of the page's examples, as JSON. */
  datos: string
}

/** A formula and what it comes to, letter by letter, computed in the browser by what also runs it. */
export default function ProbarFormula({ formula, onChange, datos }: ProbarFormulaProps) {
  const resultId = useId()
  const [text, setText] = useState(datos)
  const computed = useMemo(() => compute(formula, text), [formula, text])
  return (
    <section className={classes.tryIt} aria-label="Probar una fórmula">
      <Textarea
        label="Fórmula"
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        value={formula}
        aria-describedby={resultId}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <output id={resultId} className={classes.result} data-failed={!computed.ok || undefined}>
        {computed.ok ? writeResultado(computed.valor) : computed.mensaje}
      </output>
      <details>
        <summary>Datos con los que se calcula</summary>
        <Textarea
          aria-label="Datos en JSON"
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </details>
    </section>
  )
}

function compute(formula: string, datos: string): Computed {
  if (formula.trim() === '') return { ok: false, mensaje: 'Escriba una fórmula.' }
  const read = readJson(datos)
  if (!read.isValid) return { ok: false, mensaje: `Los datos no son JSON: ${read.message}` }
  if (!isRecord(read.value))
    return { ok: false, mensaje: 'Los datos son un objeto: cada campo es un nombre.' }
  return computeFormula(formula, read.value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
