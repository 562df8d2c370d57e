import type { Computed } from '@div/nodos/muestras'
import { FormHelp } from '@div/ui'
import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { RowMenu } from '../../../../shared/list/row-menu.tsx'
import type { NodoFormProps } from '../forms/nodo-form-props.ts'
import { listaOf } from '../lista-of.ts'
import classes from '../mapeo/mapeo.module.css'
import { ItemData, useNodoData } from '../mapeo/nodo-data.tsx'
import { showMuestra } from '../mapeo/show-muestra.ts'
import { useRowKeys } from '../use-row-keys.ts'
import { camposOf } from './campos-of.ts'
import { ConvertidoPreview } from './convertido-preview.tsx'
import { newPaso, type Paso, readPasos, TIPOS_DE_PASO } from './paso-draft.ts'
import { PasoFields } from './paso-fields.tsx'

/** What is done to a list, one step after another, with what each leaves of the sample. */
export function PasosField({ nodo, change, errors, isReadOnly }: NodoFormProps) {
  const { computing, muestras } = useNodoData()
  const pasos = readPasos(nodo.pasos)
  const keyOf = useRowKeys(pasos)
  const lista = listaOf(nodo)
  const results = lista && computing ? computing.computePasos(lista, pasos, muestras) : []
  const put = (next: readonly Paso[], isStep: boolean) => change({ pasos: [...next] }, { isStep })

  function move(at: number, by: number) {
    const paso = pasos[at]
    if (paso === undefined || at + by < 0 || at + by >= pasos.length) return
    put(pasos.toSpliced(at, 1).toSpliced(at + by, 0, paso), true)
  }

  return (
    <Stack gap="sm" component="section" aria-label="Pasos">
      <Text size="sm" fw={500}>
        Pasos
      </Text>
      {pasos.map((paso, at) => {
        const label = TIPOS_DE_PASO.find(({ value }) => value === paso.tipo)?.label ?? paso.tipo
        const error = errors.find(({ campo }) => campo.startsWith(`pasos[${at}]`))?.mensaje
        const campos = camposOf(results[at])
        return (
          <section key={keyOf(at)} className={classes.row} aria-label={`Paso ${at + 1}: ${label}`}>
            <Group gap="xs" wrap="nowrap" justify="space-between" mb={6}>
              <Text size="sm" fw={500}>
                {at + 1}. {label}
              </Text>
              {!isReadOnly && (
                <Group gap={2} wrap="nowrap">
                  <RowMenu
                    label={`Más del paso ${at + 1}`}
                    renderItems={() => (
                      <>
                        <Menu.Item onClick={() => move(at, -1)}>Subir</Menu.Item>
                        <Menu.Item onClick={() => move(at, 1)}>Bajar</Menu.Item>
                      </>
                    )}
                  />
                  <ActionIcon
                    aria-label={`Quitar el paso ${at + 1}`}
                    onClick={() => put(pasos.toSpliced(at, 1), true)}
                  >
                    <IconTrash size={16} stroke={1.5} />
                  </ActionIcon>
                </Group>
              )}
            </Group>
            <ItemData elemento={firstOf(results[at])}>
              <FormHelp
                help={`/documentacion/flujo#transformacion.pasos[] (tipo: ${paso.tipo})`}
                root={`pasos[${at}]`}
              >
                <PasoFields
                  nodo={nodo}
                  paso={paso}
                  name={`Paso ${at + 1}`}
                  campos={campos}
                  errors={errors}
                  place={`pasos[${at}]`}
                  onChange={(fields, isStep = false) => put(pasos.with(at, withFields(paso, fields)), isStep)}
                  isReadOnly={isReadOnly}
                />
              </FormHelp>
            </ItemData>
            {error !== undefined && !saysItself(paso) && (
              <Text size="xs" c="red" mt={4} role="alert">
                {error}
              </Text>
            )}
            {(results[at + 1]?.clase !== 'error' || !saysItself(paso)) && (
              <Left before={results[at]} after={results[at + 1]} />
            )}
            {paso.tipo === 'convertir' && <ConvertidoPreview computed={results[at + 1]} />}
          </section>
        )
      })}
      {!isReadOnly && (
        <Group>
          <Menu position="bottom-start" returnFocus>
            <Menu.Target>
              <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />}>
                Añadir paso
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {TIPOS_DE_PASO.map(({ value, label, summary }) => (
                <Menu.Item
                  key={value}
                  onClick={() => put([...pasos, newPaso(value, camposOf(results.at(-1))[0])], true)}
                >
                  {label}
                  <Text size="xs" c="dimmed">
                    {summary}
                  </Text>
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </Stack>
  )
}

/** The editor of a formula says what is wrong with it. */
const saysItself = ({ expresion }: Paso) => typeof expresion === 'string' && expresion.trim() !== ''

function withFields(paso: Paso, fields: Readonly<Record<string, unknown>>): Paso {
  const entries = Object.entries({ ...paso, ...fields }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(entries), tipo: paso.tipo }
}

function firstOf(computed: Computed | undefined): unknown {
  return computed?.clase === 'valor' && Array.isArray(computed.valor) ? computed.valor[0] : undefined
}

/** How many there were, how many are left, and the first of them. */
function Left({ before, after }: { before: Computed | undefined; after: Computed | undefined }) {
  if (after?.clase === 'error')
    return (
      <Text size="xs" c="dimmed" fs="italic" mt={4}>
        {after.mensaje}
      </Text>
    )
  if (after?.clase !== 'valor' || before?.clase !== 'valor') return null
  const first: unknown = Array.isArray(after.valor) ? after.valor[0] : after.valor
  return (
    <Text className={classes.result} mt={4}>
      En la muestra: {showMuestra(before.valor)} → {showMuestra(after.valor)}
      {typeof first === 'object' && first !== null && ` · ${JSON.stringify(first)}`}
    </Text>
  )
}
