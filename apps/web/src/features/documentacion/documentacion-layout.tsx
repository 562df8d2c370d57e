import { ActionIcon, Anchor, Button } from '@mantine/core'
import { IconPrinter, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { Buscador } from './buscador.tsx'
import classes from './documentacion.module.css'
import { GRUPOS, PAGINAS } from './paginas.ts'

const INDICE = '/documentacion-indice'

/** What stands around every page of the documentation. */
export default function DocumentacionLayout() {
  const { pathname } = useLocation()
  const close = useClose()
  const [isMenuOpen, setIsMenuOpen] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever arrived somewhere wants to read it.
  useEffect(() => setIsMenuOpen(false), [pathname])
  const menu = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index follows whoever turns the page.
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])

  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#contenido">
        Ir al contenido
      </a>
      <header className={classes.header}>
        <Anchor component={Link} to={INDICE} className={classes.brand}>
          DIV - Documentación
        </Anchor>
        {pathname !== INDICE && <Buscador />}
        <div className={classes.tools}>
          <ActionIcon size="lg" aria-label="Imprimir" title="Imprimir" onClick={() => window.print()}>
            <IconPrinter size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon size="lg" aria-label="Cerrar" title="Cerrar" onClick={close}>
            <IconX size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      <div className={classes.menuToggle}>
        <Button
          variant="default"
          size="xs"
          aria-expanded={isMenuOpen}
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          Páginas
        </Button>
      </div>
      <nav ref={menu} className={classes.menu} aria-label="Páginas" data-open={isMenuOpen || undefined}>
        {GRUPOS.map((grupo) => (
          <section key={grupo} aria-label={grupo}>
            <p>{grupo}</p>
            <ul>
              {PAGINAS.filter((pagina) => pagina.grupo === grupo).map(({ ruta, titulo }) => (
                <li key={ruta}>
                  <NavLink to={ruta} end>
                    {titulo}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <main id="contenido" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  )
}

/** Closes the window, which a browser only lets a page do that was opened by another one; else it leads back to the product. */
function useClose(): () => void {
  const navigate = useNavigate()
  return () => {
    window.close()
    if (!window.closed) navigate('/')
  }
}
