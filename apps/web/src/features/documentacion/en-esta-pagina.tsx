import { Link } from 'react-router'
import classes from './documentacion.module.css'
import type { Bloque, Pagina } from './lector/pagina.ts'
import { plainText } from './lector/secciones-of.ts'

/** From so many parts on only those of the first level are listed. */
const MANY = 30

type Titulo = Extract<Bloque, { tipo: 'titulo' }>

/** The parts of the page that is read. */
export function EnEstaPagina({ pagina }: { pagina: Pagina }) {
  const all = pagina.bloques.filter(
    (bloque): bloque is Titulo => bloque.tipo === 'titulo' && bloque.nivel < 4,
  )
  const titulos = all.length > MANY ? all.filter(({ nivel }) => nivel === 2) : all
  if (titulos.length < 2) return null
  return (
    <nav className={classes.outline} aria-label="En esta página">
      <h2>En esta página</h2>
      <ul>
        {titulos.map(({ ancla, nivel, textos }) => (
          <li key={ancla} data-nivel={nivel}>
            <Link to={`#${ancla}`} replace>
              {plainText(textos)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
