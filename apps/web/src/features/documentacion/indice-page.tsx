import { Link } from 'react-router'
import { Buscador } from './buscador.tsx'
import classes from './documentacion.module.css'
import { GRUPOS, PAGINAS } from './paginas.ts'

/** The documentation centre: all there is to read, and the search over it. */
export default function IndicePage() {
  return (
    <div className={classes.index}>
      <h1>Centro de documentación</h1>
      <p className={classes.lead}>
        Todo lo que hace DIV, de la primera llamada a la operación diaria. Busque una palabra, un código de
        error o el nombre de un campo.
      </p>
      <Buscador isLarge />
      {GRUPOS.map((grupo) => (
        <section key={grupo} aria-labelledby={`grupo-${grupo}`}>
          <h2 id={`grupo-${grupo}`}>{grupo}</h2>
          <ul className={classes.cards}>
            {PAGINAS.filter((pagina) => pagina.grupo === grupo).map(({ ruta, titulo, resumen }) => (
              <li key={ruta}>
                <Link to={ruta}>
                  <strong>{titulo}</strong>
                  <span>{resumen}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
