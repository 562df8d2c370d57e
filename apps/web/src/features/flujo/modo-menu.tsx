import type { ProcesoGuardado } from '@div/contract'
import { notify } from '@div/ui'
import { Badge, Button, Menu, Text, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconBolt, IconChevronDown, IconShieldCheck } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { describeModo, MODOS } from '../../shared/procesos/modos.ts'
import { COMPENSACIONES, describeCompensacion } from './compensaciones.ts'
import { planCompensacion } from './document/plan-compensacion.ts'
import classes from './modo-menu.module.css'
import type { DraftSaver } from './store/draft-saver.ts'
import { useEditor, useEditorStore } from './store/use-editor.ts'

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
    try {
      const outcome = await saver.changeModo(chosen)
      if (chosen === before) return
      const title = `Modo: ${describeModo(chosen).label}`
      if (outcome === 'espera')
        return notify.info(title, 'Se guarda en cuanto elija qué queda de cada quien.')
      const undo = { label: 'Deshacer', onClick: () => void choose(before) }
      notify.success(title, undefined, { actions: [undo] })
    } catch (reason) {
      notify.error('No se pudo cambiar el modo', describeError(reason))
    }
  }

  if (!mayEdit)
    return (
      <Tooltip label={`${summary} ${undoes.summary}`} multiline w={280}>
        <Badge variant="default" leftSection={<Icon size={12} aria-hidden />}>
          {name}
        </Badge>
      </Tooltip>
    )
  return (
    <Menu position="bottom-start" width={340}>
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
        {MODOS.map((each) => {
          const EachIcon = ICONS[each.modo]
          return (
            <Menu.Item
              key={each.modo}
              role="menuitemradio"
              aria-checked={each.modo === modo}
              leftSection={<EachIcon size={18} stroke={1.5} aria-hidden />}
              onClick={() => void choose(each.modo)}
            >
              <Text size="sm" fw={each.modo === modo ? 600 : 400}>
                {each.label}
              </Text>
              <Text size="xs" c="dimmed">
                {each.summary}
              </Text>
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        <Menu.Label>Lo hecho, cuando una ejecución falla</Menu.Label>
        {COMPENSACIONES.map((each) => (
          <Menu.Item
            key={each.label}
            role="menuitemradio"
            aria-checked={each.compensacion === compensacion}
            leftSection={<each.Icon size={18} stroke={1.5} aria-hidden />}
            onClick={() => store.change((flujo) => planCompensacion(flujo, each.compensacion))}
          >
            <Text size="sm" fw={each.compensacion === compensacion ? 600 : 400}>
              {each.label}
            </Text>
            <Text size="xs" c="dimmed">
              {each.summary}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
