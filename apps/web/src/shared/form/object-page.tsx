import { Alert, Anchor, Badge, Box, Button, Group, NavLink, Stack, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import classes from './object-page.module.css'
import { showMistake } from './show-mistake.ts'
import type { FormSaving } from './use-resource-form.ts'

export interface ObjectSection {
  id: string
  label: string
  content: ReactNode
  /** Of the fields that it shows. */
  errorCount?: number
  /** What is to be mended some time, and keeps nothing from being stored. */
  findingCount?: number
  /** Takes all the width there is; forms read better in less. */
  isWide?: boolean
}

export interface ObjectPageProps {
  /** The list that it belongs to. */
  back?: { to: string; label: string }
  title: string
  /** State and kind, as badges. */
  badges?: ReactNode
  /** Who changed it last, and when. */
  summary?: ReactNode
  /** Beside 'Guardar'. */
  actions?: ReactNode
  save?: FormSaving
  failure?: string | null
  sections: readonly ObjectSection[]
  /** At the right: what it does now. */
  rail?: ReactNode
}

/** One thing: what it is above, its sections at the left, the section at hand, its live state at the right. */
export function ObjectPage(props: ObjectPageProps) {
  const { back, title, sections, save, failure, rail } = props
  const [params, setParams] = useSearchParams()
  const content = useRef<HTMLElement>(null)
  // In inputs too: that is where the hands are.
  useHotkeys([['mod+S', () => save?.isDirty && !save.isSaving && void store()]], [])
  const current = sections.find(({ id }) => id === params.get('seccion')) ?? sections[0]

  async function store() {
    await save?.onSave()
    showMistake(content.current)
  }

  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md" className={classes.header}>
        <Box miw={0}>
          {back && (
            <Anchor component={Link} to={back.to} size="sm" c="dimmed">
              <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> {back.label}
            </Anchor>
          )}
          <Group gap="sm" mt={2}>
            <Title order={1} size="h2" className={classes.title}>
              {title}
            </Title>
            {props.badges}
          </Group>
          {props.summary !== undefined && (
            <Text size="sm" c="dimmed">
              {props.summary}
            </Text>
          )}
        </Box>
        <Group gap="sm">
          {props.actions}
          {save && (
            <>
              {save.isDirty && (
                <Button variant="subtle" color="gray" onClick={save.onReset} disabled={save.isSaving}>
                  Descartar
                </Button>
              )}
              <Button onClick={() => void store()} disabled={!save.isDirty} loading={save.isSaving}>
                {save.label}
              </Button>
            </>
          )}
        </Group>
      </Group>
      {failure && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title="No se pudo guardar"
        >
          {failure}
        </Alert>
      )}
      <ErrorsElsewhere sections={sections} current={current} />
      <div className={classes.layout} data-rail={rail ? true : undefined}>
        {sections.length > 1 && (
          <nav className={classes.sections} aria-label="Secciones">
            {sections.map(({ id, label, errorCount = 0, findingCount = 0 }) => (
              <NavLink
                key={id}
                component="button"
                type="button"
                label={label}
                active={id === current?.id}
                aria-current={id === current?.id ? 'true' : undefined}
                onClick={() =>
                  setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), seccion: id }), {
                    replace: true,
                  })
                }
                rightSection={
                  <>
                    <Count count={errorCount} color="red" words={['error', 'errores']} />
                    <Count count={findingCount} color="yellow" words={['hallazgo', 'hallazgos']} />
                  </>
                }
              />
            ))}
          </nav>
        )}
        <section
          ref={content}
          className={classes.content}
          data-wide={current?.isWide || undefined}
          aria-label={current?.label}
        >
          {current?.content}
        </section>
        {rail && (
          <aside className={classes.rail} aria-label="Estado">
            {rail}
          </aside>
        )}
      </div>
    </Stack>
  )
}

interface CountProps {
  count: number
  color: string
  words: readonly [one: string, many: string]
}

function Count({ count, color, words: [one, many] }: CountProps) {
  if (count === 0) return null
  return (
    <Badge color={color} size="sm" circle aria-label={`${count} ${count === 1 ? one : many}`}>
      {count}
    </Badge>
  )
}

/** What keeps it from being stored stands in a section that is not on the screen. */
function ErrorsElsewhere({
  sections,
  current,
}: {
  sections: readonly ObjectSection[]
  current: ObjectSection | undefined
}) {
  const wrong = sections.filter(({ errorCount = 0 }) => errorCount > 0)
  if (wrong.length === 0 || wrong.some(({ id }) => id === current?.id)) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title="No se pudo guardar">
      Corrija lo que se marca en: {wrong.map(({ label }) => label).join(', ')}.
    </Alert>
  )
}
