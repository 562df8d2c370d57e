import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Paso } from './describe-pasos.ts'
import classes from './primeros-pasos.module.css'

interface PasoItemProps {
  paso: Paso
  number: number
}

/** The next one has its button; the others, what can be done of them already, as links. */
export function PasoItem({ paso: { titulo, texto, hecho, isNext, enlaces }, number }: PasoItemProps) {
  return (
    <li
      className={classes.paso}
      data-done={hecho || undefined}
      data-next={isNext || undefined}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className={classes.mark}>
        {hecho ? <IconCheck size={14} stroke={2.5} aria-label="Hecho" /> : number}
      </span>
      <span className={classes.body}>
        <strong>{titulo}</strong>
        {!hecho && <span className={classes.text}>{texto}</span>}
        {enlaces.length > 0 && (
          <span className={classes.links}>
            {enlaces.map(({ etiqueta, to, state }, at) =>
              isNext && at === 0 ? (
                <Button key={to} component={Link} to={to} state={state} size="compact-sm">
                  {etiqueta}
                </Button>
              ) : (
                <Link key={to} to={to} state={state} className={classes.link}>
                  {etiqueta}
                </Link>
              ),
            )}
          </span>
        )}
      </span>
    </li>
  )
}
