import { readGrafico } from '@div/contract'
import { CopyButton } from '@div/ui'
import { Anchor } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { GraficoView } from './grafico-view.tsx'
import classes from './markdown-view.module.css'
import { type Bloque, type Parte, readMarkdown } from './read-markdown.ts'

interface MarkdownViewProps {
  texto: string
  /** What a number between brackets is drawn as; null: as it is written. */
  renderCita: (numero: number) => ReactNode
}

/** What a model wrote. Built of elements: nothing of it is ever markup. */
export const MarkdownView = memo(function MarkdownView({ texto, renderCita }: MarkdownViewProps) {
  return <div className={classes.markdown}>{drawBloques(readMarkdown(texto), renderCita)}</div>
})

type RenderCita = MarkdownViewProps['renderCita']

// Its parts have no name of their own, and what is written changes at its end only.
function drawBloques(bloques: readonly Bloque[], renderCita: RenderCita): ReactNode {
  return bloques.map((bloque, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by.
    <BloqueView key={index} bloque={bloque} renderCita={renderCita} />
  ))
}

const TITULOS = ['h3', 'h4', 'h5', 'h6'] as const

function BloqueView({ bloque, renderCita }: { bloque: Bloque; renderCita: RenderCita }) {
  switch (bloque.tipo) {
    case 'titulo': {
      const Titulo = TITULOS[Math.min(bloque.nivel, TITULOS.length) - 1] ?? 'h6'
      return <Titulo>{drawPartes(bloque.partes, renderCita)}</Titulo>
    }
    case 'parrafo':
      return <p>{drawPartes(bloque.partes, renderCita)}</p>
    case 'lista': {
      const elementos = bloque.elementos.map((elemento, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <li key={index}>{drawBloques(elemento, renderCita)}</li>
      ))
      return bloque.comienzo === null ? <ul>{elementos}</ul> : <ol start={bloque.comienzo}>{elementos}</ol>
    }
    case 'tabla':
      return <TablaView tabla={bloque} renderCita={renderCita} />
    case 'aparte':
      return <blockquote>{drawBloques(bloque.bloques, renderCita)}</blockquote>
    case 'codigo':
      return <CodigoView codigo={bloque} />
    case 'raya':
      return <hr />
  }
}

function TablaView({
  tabla: { cabecera, filas },
  renderCita,
}: {
  tabla: Extract<Bloque, { tipo: 'tabla' }>
  renderCita: RenderCita
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled with the keys.
    <section className={classes.ancha} aria-label="Tabla" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {cabecera.map((celda, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
              <th key={index}>{drawPartes(celda, renderCita)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filas.map((fila, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
            <tr key={row}>
              {fila.map((celda, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                <td key={index}>{drawPartes(celda, renderCita)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CodigoView({
  codigo: { lenguaje, texto, cerrado },
}: {
  codigo: Extract<Bloque, { tipo: 'codigo' }>
}) {
  const grafico = lenguaje === 'grafico' && cerrado ? readGrafico(texto) : null
  if (grafico) return <GraficoView grafico={grafico} />
  return (
    <div className={classes.codigo}>
      <div className={classes.barra}>
        <span>{lenguaje || 'texto'}</span>
        {cerrado && <CopyButton value={texto} variant="subtle" color="gray" size="compact-xs" />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled with the keys. */}
      <pre tabIndex={0}>
        <code>{texto}</code>
      </pre>
    </div>
  )
}

function drawPartes(partes: readonly Parte[], renderCita: RenderCita): ReactNode {
  return partes.map((parte, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by.
    <ParteView key={index} parte={parte} renderCita={renderCita} />
  ))
}

const MARCAS = { fuerte: 'strong', enfasis: 'em', tachado: 'del' } as const

function ParteView({ parte, renderCita }: { parte: Parte; renderCita: RenderCita }) {
  if (typeof parte === 'string') return parte
  switch (parte.tipo) {
    case 'salto':
      return <br />
    case 'codigo':
      return <code>{parte.texto}</code>
    case 'cita':
      return renderCita(parte.numero) ?? `[${parte.numero}]`
    case 'enlace':
      return (
        <>
          <Anchor
            href={parte.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            inherit
            title={parte.href}
          >
            {drawPartes(parte.partes, renderCita)}
          </Anchor>
          <span className={classes.destino}>{` (${hostOf(parte.href)})`}</span>
        </>
      )
    default: {
      const Marca = MARCAS[parte.tipo]
      return <Marca>{drawPartes(parte.partes, renderCita)}</Marca>
    }
  }
}

/** Where a link leads stands beside it: its words are the model's. */
function hostOf(href: string): string {
  const { protocol, host, pathname } = new URL(href)
  return protocol === 'mailto:' ? pathname : host
}
