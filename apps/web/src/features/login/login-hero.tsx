import { Text } from '@mantine/core'
import { IconApi, IconCheck, IconDatabase, IconSitemap } from '@tabler/icons-react'
import classes from './login.module.css'

const POINTS = [
  'Diseño visual: de la base de datos a la API sin escribir código',
  'Canales REST y SOAP con acceso, límites y documentación',
  'Cada ejecución, con lo que entró y lo que salió',
]

export function LoginHero() {
  return (
    <section className={classes.hero} aria-label="Qué es DIV">
      <p className={classes.brand}>DIV</p>
      <div className={classes.pitch}>
        <p className={classes.headline}>Integraciones empresariales, dibujadas.</p>
        <p className={classes.text}>
          Plataforma sin código para crear integraciones empresariales y automatizaciones con diseño visual y
          ejecución de alto rendimiento.
        </p>
        <div className={classes.flow} aria-hidden>
          <Step icon={<IconDatabase size={20} stroke={1.6} />} label="DB" />
          <span className={classes.wire} />
          <Step icon={<IconSitemap size={20} stroke={1.6} />} label="PROCESO" />
          <span className={classes.wire} />
          <Step icon={<IconApi size={20} stroke={1.6} />} label="API" />
        </div>
        <ul className={classes.points}>
          {POINTS.map((point) => (
            <li key={point}>
              <IconCheck size={16} aria-hidden />
              {point}
            </li>
          ))}
        </ul>
      </div>
      <Text size="xs" className={classes.quiet}>
        Diseño, ejecución y administración en un solo lugar
      </Text>
    </section>
  )
}

function Step({ icon, label }: { icon: React.ReactNode; label: string }) {
  return (
    <span className={classes.step}>
      {icon}
      {label}
    </span>
  )
}
