import type { CasoDeAgente, Evaluador } from '@div/contract'
import { ActionIcon, Button, Group, Paper, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { campoOf } from '../../../shared/form/campo-of.ts'
import type { SectionProps } from './general-section.tsx'
import { PruebasPanel } from './pruebas-panel.tsx'

const EVALUADORES: { readonly [Tipo in Evaluador['tipo']]: { label: string; nuevo: Evaluador } } = {
  contiene: { label: 'Contiene', nuevo: { tipo: 'contiene', texto: '' } },
  exacto: { label: 'Es exactamente', nuevo: { tipo: 'exacto', texto: '' } },
  esquema: { label: 'Tiene los datos declarados', nuevo: { tipo: 'esquema' } },
  juez: { label: 'Un modelo lo juzga', nuevo: { tipo: 'juez', criterio: '' } },
}
const TIPOS = Object.entries(EVALUADORES).map(([value, { label }]) => ({ value, label }))

const NUEVO: CasoDeAgente = { nombre: '', mensaje: '', evaluadores: [EVALUADORES.contiene.nuevo] }

/** Questions whose answers are known, and how they went. */
export function CasosSection({ form, mayChange }: SectionProps) {
  const { draft, change, errors, saved, isDirty } = form
  const { casos } = draft
  const set = (at: number, fields: Partial<CasoDeAgente>) =>
    change({ casos: casos.map((caso, index) => (index === at ? { ...caso, ...fields } : caso)) })
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Cada caso es un mensaje y lo que su respuesta debe cumplir. Se ejecutan todos seguidos, cuando usted
        quiera; lo que pide permiso no se hace.
      </Text>
      {casos.map((caso, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cases are known by their place while they are typed.
        <Paper key={at} withBorder p="md" component="fieldset" aria-label={`Caso ${at + 1}`}>
          <Stack gap="sm">
            <Group align="flex-end" wrap="nowrap">
              <TextInput
                label="Nombre del caso"
                flex={1}
                withAsterisk
                readOnly={!mayChange}
                {...campoOf(errors, `casos[${at}].nombre`)}
                value={caso.nombre}
                onChange={({ currentTarget }) => set(at, { nombre: currentTarget.value })}
              />
              {mayChange && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size="lg"
                  aria-label={`Quitar el caso ${caso.nombre || at + 1}`}
                  onClick={() => change({ casos: casos.filter((_, index) => index !== at) })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <Textarea
              label="Mensaje"
              withAsterisk
              autosize
              minRows={2}
              readOnly={!mayChange}
              {...campoOf(errors, `casos[${at}].mensaje`)}
              value={caso.mensaje}
              onChange={({ currentTarget }) => set(at, { mensaje: currentTarget.value })}
            />
            <Evaluadores
              caso={caso}
              place={`casos[${at}]`}
              errors={errors}
              mayChange={mayChange}
              onChange={(evaluadores) => set(at, { evaluadores })}
            />
          </Stack>
        </Paper>
      ))}
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => change({ casos: [...casos, NUEVO] })}
          style={{ alignSelf: 'flex-start' }}
        >
          Añadir caso
        </Button>
      )}
      {saved && saved.casos.length > 0 && (
        <PruebasPanel agenteId={saved.id} mayRun={mayChange} isDirty={isDirty} />
      )}
    </Stack>
  )
}

interface EvaluadoresProps {
  caso: CasoDeAgente
  place: string
  errors: SectionProps['form']['errors']
  mayChange: boolean
  onChange: (evaluadores: Evaluador[]) => void
}

function Evaluadores({ caso: { evaluadores }, place, errors, mayChange, onChange }: EvaluadoresProps) {
  const set = (at: number, evaluador: Evaluador) =>
    onChange(evaluadores.map((each, index) => (index === at ? evaluador : each)))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        La respuesta
      </Text>
      {evaluadores.map((evaluador, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else that stays.
        <Group key={at} align="flex-start" wrap="nowrap" gap="xs">
          <Select
            aria-label={`Evaluador ${at + 1}`}
            w={200}
            allowDeselect={false}
            disabled={!mayChange}
            data={TIPOS}
            value={evaluador.tipo}
            onChange={(chosen) => {
              const found = Object.entries(EVALUADORES).find(([tipo]) => tipo === chosen)
              if (found) set(at, found[1].nuevo)
            }}
          />
          {(evaluador.tipo === 'exacto' || evaluador.tipo === 'contiene') && (
            <TextInput
              aria-label={`Texto del evaluador ${at + 1}`}
              placeholder="Texto"
              flex={1}
              readOnly={!mayChange}
              {...campoOf(errors, `${place}.evaluadores[${at}].texto`)}
              value={evaluador.texto}
              onChange={({ currentTarget }) => set(at, { ...evaluador, texto: currentTarget.value })}
            />
          )}
          {evaluador.tipo === 'juez' && (
            <TextInput
              aria-label={`Criterio del evaluador ${at + 1}`}
              placeholder="Qué debe cumplir"
              flex={1}
              readOnly={!mayChange}
              {...campoOf(errors, `${place}.evaluadores[${at}].criterio`)}
              value={evaluador.criterio}
              onChange={({ currentTarget }) => set(at, { ...evaluador, criterio: currentTarget.value })}
            />
          )}
          {mayChange && evaluadores.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Quitar el evaluador ${at + 1}`}
              onClick={() => onChange(evaluadores.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {mayChange && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => onChange([...evaluadores, EVALUADORES.contiene.nuevo])}
          style={{ alignSelf: 'flex-start' }}
        >
          Añadir evaluador
        </Button>
      )}
    </Stack>
  )
}
