import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './bloque.module.css'
import { EjemploView } from './ejemplo-view.tsx'
import type { Bloque } from './lector/pagina.ts'
import { plainText } from './lector/secciones-of.ts'
import { TextosView } from './textos-view.tsx'

interface BloqueViewProps {
  bloque: Bloque
  /** Puts a formula where it can be tried; without, it is only shown. */
  onTry?: ((formula: string) => void) | undefined
}

export function BloqueView({ bloque, onTry }: BloqueViewProps): ReactNode {
  switch (bloque.tipo) {
    case 'titulo':
      return <Titulo {...bloque} />
    case 'parrafo':
      return (
        <p>
          <TextosView textos={bloque.textos} />
        </p>
      )
    case 'lista': {
      const List = bloque.ordenada ? 'ol' : 'ul'
      return (
        <List>
          {bloque.elementos.map((elemento, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
            <li key={index}>
              <Elemento bloques={elemento} onTry={onTry} />
            </li>
          ))}
        </List>
      )
    }
    case 'aviso':
      return (
        <aside className={classes.note}>
          <Bloques bloques={bloque.bloques} onTry={onTry} />
        </aside>
      )
    case 'tabla':
      return <Tabla {...bloque} />
    case 'codigo':
      return <EjemploView {...bloque} />
    case 'formula':
      return <Formula {...bloque} onTry={onTry} />
  }
}

interface BloquesProps extends Pick<BloqueViewProps, 'onTry'> {
  bloques: readonly Bloque[]
}

function Bloques({ bloques, onTry }: BloquesProps) {
  return bloques.map((bloque, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
    <BloqueView key={index} bloque={bloque} onTry={onTry} />
  ))
}

/** A point of a list of a line or two stands without the room of a paragraph. */
function Elemento({ bloques, onTry }: BloquesProps) {
  const [first, ...rest] = bloques
  if (first?.tipo !== 'parrafo') return <Bloques bloques={bloques} onTry={onTry} />
  return (
    <>
      <TextosView textos={first.textos} />
      <Bloques bloques={rest} onTry={onTry} />
    </>
  )
}

function Titulo({ nivel, ancla, textos }: Extract<Bloque, { tipo: 'titulo' }>) {
  const Heading = `h${nivel}` as const
  return (
    <Heading id={ancla} className={classes.title}>
      <TextosView textos={textos} />
      <a className={classes.anchor} href={`#${ancla}`} title={`Enlace a «${plainText(textos)}»`}>
        #
      </a>
    </Heading>
  )
}

function Tabla({ cabecera, filas }: Extract<Bloque, { tipo: 'tabla' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys too
    <section className={classes.scroll} aria-label={`Tabla: ${namesOf(cabecera)}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {cabecera.map((celda) => (
              <th key={plainText(celda)} scope="col">
                <TextosView textos={celda} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filas.map(({ ancla, celdas }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
            <tr key={index} {...(ancla !== undefined && { id: ancla })}>
              {celdas.map((celda, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do its tables
                <td key={column}>
                  <TextosView textos={celda} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function namesOf(cabecera: Extract<Bloque, { tipo: 'tabla' }>['cabecera']): string {
  return cabecera.map(plainText).join(', ')
}

interface FormulaProps extends Pick<BloqueViewProps, 'onTry'> {
  formula: string
  resultado: string
}

function Formula({ formula, resultado, onTry }: FormulaProps) {
  return (
    <div className={classes.formula}>
      <code>{formula}</code>
      <span aria-hidden>→</span>
      <code>{resultado}</code>
      {onTry && (
        <Button
          className={classes.tool}
          variant="subtle"
          size="compact-xs"
          title={`Probar ${formula}`}
          onClick={() => onTry(formula)}
        >
          Probar
        </Button>
      )}
    </div>
  )
}
