import { Button, Paper } from '@mantine/core'
import { IconConfetti } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { describeError } from '../../../shared/api-error.ts'
import { useReach } from '../../../shared/reach.ts'
import { VER_PRIMEROS_PASOS } from '../../../shared/to-primeros-pasos.ts'
import { describePasos } from './describe-pasos.ts'
import { PasoItem } from './paso-item.tsx'
import classes from './primeros-pasos.module.css'
import { useHidePrimerosPasos, usePrimerosPasos } from './primeros-pasos-api.ts'

/** From the password to the first call: where one is, and the way to what comes next. Goes when it is hidden, or done and closed. */
export function PrimerosPasos() {
  const { data: facts } = usePrimerosPasos()
  const reaches = useReach()
  const { mutate: hide, error } = useHidePrimerosPasos()
  const failure = error && <Failure error={error} />
  useAskedFor(() => hide(false))
  // Home is whole without them: what cannot be read is not missed.
  if (facts === undefined || facts.ocultos) return null
  const pasos = describePasos(facts, reaches)
  const done = pasos.filter(({ hecho }) => hecho).length
  if (done === pasos.length) return <Complete failure={failure} onClose={() => hide(true)} />
  return (
    <Paper component="section" className={classes.guide} aria-labelledby="pasos-title">
      <header className={classes.head}>
        <h2 id="pasos-title" className={classes.title}>
          Primeros pasos
        </h2>
        <span className={classes.count}>
          {done} de {pasos.length}
        </span>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => hide(true)}>
          Ocultar
        </Button>
      </header>
      <ol className={classes.pasos}>
        {pasos.map((paso, at) => (
          <PasoItem key={paso.paso} paso={paso} number={at + 1} />
        ))}
      </ol>
      {failure}
    </Paper>
  )
}

function Complete({ failure, onClose }: { failure: ReactNode; onClose: () => void }) {
  const reaches = useReach()
  return (
    <Paper component="section" className={classes.guide} aria-labelledby="pasos-title">
      <div className={classes.complete}>
        <IconConfetti size={28} stroke={1.5} aria-hidden />
        <div className={classes.congratulation}>
          <h2 id="pasos-title" className={classes.title}>
            ¡Enhorabuena! Su proceso responde
          </h2>
          <p className={classes.text}>
            Lo ha conectado, dibujado, publicado y llamado. Lo siguiente puede ser una plantilla con un caso
            como el suyo, o una tarea que lo ejecute sola.
          </p>
        </div>
        <div className={classes.buttons}>
          <Button component={Link} to="/procesos/plantillas" variant="default" size="xs">
            Ver plantillas
          </Button>
          {reaches('/tareas-programadas/new') && (
            <Button component={Link} to="/tareas-programadas/new" variant="default" size="xs">
              Programar una tarea
            </Button>
          )}
          <Button size="xs" onClick={onClose}>
            Cerrar
          </Button>
        </div>
      </div>
      {failure}
    </Paper>
  )
}

function Failure({ error }: { error: Error }) {
  return (
    <p role="alert" className={classes.failure}>
      No se guardó. {describeError(error)}
    </p>
  )
}

/** Once, when the address asks for it. */
function useAskedFor(show: () => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has(VER_PRIMEROS_PASOS)
  const onAsked = useEffectEvent(() => {
    show()
    setParams(
      (current) => {
        const rest = new URLSearchParams(current)
        rest.delete(VER_PRIMEROS_PASOS)
        return rest
      },
      { replace: true },
    )
  })
  useEffect(() => {
    if (isAsked) onAsked()
  }, [isAsked])
}
