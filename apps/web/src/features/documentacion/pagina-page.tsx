import { Anchor, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import classes from './documentacion.module.css'
import { EnEstaPagina } from './en-esta-pagina.tsx'
import type { Pagina } from './lector/pagina.ts'
import { loadPagina } from './load-pagina.ts'
import { nearestPlace } from './nearest-place.ts'
import { PaginaView } from './pagina-view.tsx'
import { PAGINAS, type PaginaInfo } from './paginas.ts'

/** The page that stands at this address. */
export default function PaginaPage() {
  const { pathname } = useLocation()
  const info = PAGINAS.find(({ ruta }) => ruta === pathname.replace(/\/$/, ''))
  if (info === undefined) return <NoSuchPage pathname={pathname} />
  return <LoadedPagina key={info.ruta} info={info} />
}

function LoadedPagina({ info }: { info: PaginaInfo }) {
  const [pagina, setPagina] = useState<Pagina | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    loadPagina(info).then(setPagina, setFailure)
  }, [info])
  useArrival(pagina !== null)
  if (failure !== null) throw failure
  return (
    <div className={classes.reading}>
      <article className={classes.prose}>
        <h1>{info.titulo}</h1>
        <p className={classes.lead}>{info.resumen}</p>
        {pagina === null ? <Skeleton height={320} /> : <PaginaView info={info} pagina={pagina} />}
        <Neighbours info={info} />
      </article>
      {pagina !== null && <EnEstaPagina pagina={pagina} />}
    </div>
  )
}

/** Leads to what the address names once it stands there, and marks it. */
function useArrival(isShown: boolean): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: who follows the same link again is led there again.
  useEffect(() => {
    if (!isShown || hash === '') return
    const target = nearestPlace(decodeURIComponent(hash.slice(1)), (id) => document.getElementById(id))
    if (target === undefined) return
    target.scrollIntoView()
    target.dataset.senalado = ''
    return () => {
      delete target.dataset.senalado
    }
  }, [isShown, hash, key])
}

function Neighbours({ info }: { info: PaginaInfo }) {
  const at = PAGINAS.indexOf(info)
  const [before, after] = [PAGINAS[at - 1], PAGINAS[at + 1]]
  return (
    <nav className={classes.neighbours} aria-label="Antes y después">
      {before && (
        <Anchor component={Link} to={before.ruta}>
          ← {before.titulo}
        </Anchor>
      )}
      {after && (
        <Anchor component={Link} to={after.ruta} ml="auto">
          {after.titulo} →
        </Anchor>
      )}
    </nav>
  )
}

function NoSuchPage({ pathname }: { pathname: string }) {
  return (
    <article className={classes.prose}>
      <h1>Esta página no existe</h1>
      <p>
        No hay documentación en <code>{pathname}</code>. Búsquela arriba por una palabra, o en el{' '}
        <Anchor component={Link} to="/documentacion-indice">
          índice de la documentación
        </Anchor>
        .
      </p>
    </article>
  )
}
