import type { Parametro } from '@div/contract'
import type { Estructura } from '@div/nodos/muestras'
import { useMemo, useState } from 'react'
import { type Forma, fitsForma, formaIn, initialEstructura } from './estructura.ts'
import { useNodoData } from './mapeo/nodo-data.tsx'
import type { Origen } from './origen.ts'

/** A value said part by part: null while it is said in another way. */
export function useEstructura(expresion: string | undefined, declared: Parametro | undefined) {
  const { computing } = useNodoData()
  const [written, setWritten] = useState<{ expresion: string; estructura: Estructura } | null>(null)
  const forma: Forma | null = formaIn(declared)
  const formaTipo = forma?.tipo
  const estructura = useMemo(() => {
    if (computing === undefined || expresion === undefined || formaTipo === undefined) return null
    // As it was put together, for as long as that is what is written: a formula in it that is not finished yet is no other way.
    const read =
      written?.expresion === expresion ? written.estructura : computing.formulaToEstructura(expresion)
    return read !== null && fitsForma(read, formaTipo) ? read : null
  }, [computing, expresion, formaTipo, written])
  if (computing === undefined || forma === null) return null
  const { estructuraToFormula } = computing
  return {
    forma,
    estructura,
    /** The formula that says it. */
    write(next: Estructura): string {
      const text = estructuraToFormula(next)
      setWritten({ expresion: text, estructura: next })
      return text
    },
    begin: (lista: Origen) => estructuraToFormula(initialEstructura(forma, estructuraToFormula, lista)),
    beginPart: (part: Parametro | undefined): Origen => {
      const inner = formaIn(part)
      return inner === null
        ? {}
        : { expresion: estructuraToFormula(initialEstructura(inner, estructuraToFormula, {})) }
    },
  }
}
