import type { ProcesoGuardado } from '@div/contract'
import { Badge, Button, Menu, Text, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconBolt, IconChevronDown, IconShieldCheck } from '@tabler/icons-react'
import { describeModo, MODOS } from '../../shared/procesos/modos.ts'
import { COMPENSACIONES, describeCompensacion } from './compensaciones.ts'
import { planCompensacion } from './document/plan-compensacion.ts'
import classes from './modo-menu.module.css'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditor, useEditorStore } from './store/use-editor.ts'
import { storeModo } from './store-modo.ts'

const ICONS = { memoria: IconBolt, durable: IconShieldCheck } as const

/** How the runs of what is drawn go, and the choice of it. */
export function ModoMenu({ saver }: { saver: DraftSaver }) {
  const store = useEditorStore()
  const { mayEdit } = store
  const modo = useEditor(({ stored }) => stored.modo)
  const compensacion = useEditor(({ history }) => history.flujo.compensacion)
  const { label, summary } = describeModo(modo)
  const undoes = describeCompensacion(compensacion)
  const name = compensacion === undefined ? label : `${label} · ${undoes.label.toLowerCase()}`
  const Icon = ICONS[modo]

  async function choose(chosen: ProcesoGuardado['modo']) {
    const before = store.read().stored.modo
    if (chosen === before || !(await storeModo(saver, chosen))) return
    store.change(() => ({ kind: 'modo', before, after: chosen }))
  }

  if (!mayEdit)
    return (
      <Tooltip label={`${summary} ${undoes.summary}`} multiline w={280}>
        <Badge variant="default" flex="none" leftSection={<Icon size={12} aria-hidden />}>
          {name}
        </Badge>
      </Tooltip>
    )
  return (
    <Menu position="bottom-start" width={340} returnFocus>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.target}
          aria-label={`Modo: ${name}`}
          leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <span className={classes.label}>{label}</span>
          {compensacion !== undefined && (
            <IconArrowBackUp className={classes.undoes} size={16} stroke={1.5} aria-hidden />
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Modo de sus ejecuciones</Menu.Label>
        {MODOS.map((each) => (
          <Choice
            key={each.modo}
            {...each}
            Icon={ICONS[each.modo]}
            isChosen={each.modo === modo}
            onChoose={() => void choose(each.modo)}
          />
        ))}
        <Menu.Divider />
        <Menu.Label>Lo hecho, cuando una ejecución falla</Menu.Label>
        {COMPENSACIONES.map((each) => (
          <Choice
            key={each.label}
            {...each}
            isChosen={each.compensacion === compensacion}
            onChoose={() => store.change((flujo) => planCompensacion(flujo, each.compensacion))}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ChoiceProps {
  label: string
  summary: string
  Icon: typeof IconBolt
  isChosen: boolean
  onChoose: () => void
}

function Choice({ label, summary, Icon, isChosen, onChoose }: ChoiceProps) {
  return (
    <Menu.RadioItem
      value={label}
      checked={isChosen}
      closeMenuOnClick
      rightSection={<Icon size={18} stroke={1.5} aria-hidden />}
      onChange={onChoose}
    >
      <Text size="sm" fw={isChosen ? 600 : 400}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {summary}
      </Text>
    </Menu.RadioItem>
  )
}
