import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Texto } from './lector/pagina.ts'

export function TextosView({ textos }: { textos: readonly Texto[] }): ReactNode {
  return textos.map((texto, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
    <TextoView key={index} texto={texto} />
  ))
}

function TextoView({ texto }: { texto: Texto }): ReactNode {
  if (typeof texto === 'string') return texto
  if ('codigo' in texto) return <code>{texto.codigo}</code>
  if ('enfasis' in texto) return <em>{<TextosView textos={texto.enfasis} />}</em>
  if ('fuerte' in texto)
    return (
      <strong>
        <TextosView textos={texto.fuerte} />
      </strong>
    )
  return (
    <Enlace address={texto.enlace}>
      <TextosView textos={texto.textos} />
    </Enlace>
  )
}

/** What the server itself answers, and what stands elsewhere, is no screen. */
function Enlace({ address, children }: { address: string; children: ReactNode }) {
  if (/^(https?:|\/api\/)/.test(address)) {
    return (
      <Anchor href={address} target="_blank" rel="noreferrer">
        {children}
      </Anchor>
    )
  }
  return (
    <Anchor component={Link} to={address}>
      {children}
    </Anchor>
  )
}
