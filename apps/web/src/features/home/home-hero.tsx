import { Button, Paper } from '@mantine/core'
import { IconBook2, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useReach } from '../../shared/reach.ts'
import { useCan } from '../../shared/session.ts'
import classes from './home.module.css'
import { HomeDiagram } from './home-diagram.tsx'

const DOCUMENTATION = '/documentacion-indice'

export function HomeHero() {
  const mayCreate = useCan('procesos.crear')
  const reaches = useReach()
  return (
    <Paper component="section" className={classes.hero} aria-labelledby="home-title">
      <div className={classes.pitch}>
        <h1 id="home-title" className={classes.title}>
          Integre sus sistemas sin escribir código
        </h1>
        <p className={classes.subtitle}>
          Dibuje el proceso, publíquelo como API REST o SOAP, prográmelo, y vea cada ejecución con lo que
          entró y lo que salió.
        </p>
        <div className={classes.buttons}>
          {mayCreate && reaches('/procesos') && (
            <Button component={Link} to="/procesos" leftSection={<IconPlus size={16} aria-hidden />}>
              Crear Proceso
            </Button>
          )}
          <Button
            component="a"
            variant="default"
            leftSection={<IconBook2 size={16} aria-hidden />}
            href={DOCUMENTATION}
            target="_blank"
            // With its opener the window may close itself.
            rel="opener"
          >
            Ver Documentación
          </Button>
        </div>
      </div>
      <HomeDiagram />
    </Paper>
  )
}
