import { lazy, Suspense, useMemo, useState } from 'react'
import { BloqueView } from './bloque-view.tsx'
import classes from './documentacion.module.css'
import type { Bloque, Pagina } from './lector/pagina.ts'
import type { PaginaInfo } from './paginas.ts'

const ProbarFormula = lazy(() => import('./probar-formula.tsx'))

/** What a page says; where it has formulas they can be tried on the data that it shows. */
export function PaginaView({ info, pagina }: { info: PaginaInfo; pagina: Pagina }) {
  const { formula, datos } = useMemo(() => firstOf(pagina), [pagina])
  const [tried, setTried] = useState(formula)
  return (
    <>
      {info.hasFormulas && (
        <Suspense fallback={<div className={classes.tryPlace} />}>
          <ProbarFormula formula={tried} onChange={setTried} datos={datos} />
        </Suspense>
      )}
      {pagina.bloques.map((bloque, index) => (
        <BloqueView
          // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
          key={index}
          bloque={bloque}
          onTry={info.hasFormulas ? setTried : undefined}
        />
      ))}
    </>
  )
}

function firstOf({ bloques }: Pagina): { formula: string; datos: string } {
  const formula = bloques.find((bloque) => bloque.tipo === 'formula')?.formula ?? ''
  return { formula, datos: bloques.find(isDatos)?.codigo ?? '{}' }
}

function isDatos(bloque: Bloque): bloque is Extract<Bloque, { tipo: 'codigo' }> {
  return bloque.tipo === 'codigo' && bloque.papel === 'datos'
}
