import { type Icon, IconApi, IconDatabase, IconSitemap } from '@tabler/icons-react'
import classes from './home.module.css'

/** DB → PROCESO → API: what the product does, in one picture. */
export function HomeDiagram() {
  return (
    <div className={classes.diagram} role="img" aria-label="DB, de ahí a PROCESO, de ahí a API">
      <Stop icon={IconDatabase} name="DB" text="Sus datos" />
      <Wire />
      <Stop icon={IconSitemap} name="PROCESO" text="Su dibujo" isMain />
      <Wire />
      <Stop icon={IconApi} name="API" text="Su canal" />
    </div>
  )
}

function Stop({ icon: StopIcon, name, text, isMain = false }: StopProps) {
  return (
    <div className={classes.stop} data-main={isMain || undefined}>
      <StopIcon size={24} stroke={1.5} aria-hidden />
      <strong>{name}</strong>
      <span>{text}</span>
    </div>
  )
}

interface StopProps {
  icon: Icon
  name: string
  text: string
  isMain?: boolean
}

function Wire() {
  return (
    <svg className={classes.wire} viewBox="0 0 48 12" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 6H42" />
      <path d="M38 2l5 4-5 4" />
    </svg>
  )
}
