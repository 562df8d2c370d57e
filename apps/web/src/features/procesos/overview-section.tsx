import type { Nodo, Parametro, ProcesoGuardado, TipoServidor } from '@div/contract'
import { FormHelp } from '@div/ui'
import { Box, NumberInput, Radio, Stack, Table, Text, TextInput } from '@mantine/core'
import { CategoriaSelect } from '../../shared/categorias/categoria-select.tsx'
import { entradaOf } from '../../shared/entrada/entrada-schema.ts'
import { TIPO_NODO_LOOKS, TipoNodoIcon } from '../../shared/flujo/tipo-nodo.tsx'
import { campoOf } from '../../shared/form/campo-of.ts'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { MODOS } from '../../shared/procesos/modos.ts'
import { useTiposServidor } from '../../shared/servidores/use-tipos-servidor.ts'
import { TIPO_DATO_LABELS } from '../../shared/tipo-dato/tipo-dato-labels.ts'
import type { ProcesoForm } from './procesos-api.ts'

interface OverviewSectionProps {
  form: ProcesoForm
  proceso: ProcesoGuardado
  mayEdit: boolean
}

/** What a proceso is called, what it takes, what it does and what it answers. */
export function OverviewSection({ form, proceso, mayEdit }: OverviewSectionProps) {
  const { draft, change, errors } = form
  const { nodos } = proceso.flujo
  return (
    <Stack gap="xl">
      <FormHelp help="/documentacion/campos#procesos" root="">
        <Stack gap="md">
          <TextInput
            label="Nombre"
            withAsterisk
            readOnly={!mayEdit}
            {...campoOf(errors, 'nombre')}
            value={draft.nombre}
            onChange={({ currentTarget }) => change({ nombre: currentTarget.value })}
          />
          <DescripcionField form={form} isReadOnly={!mayEdit} />
          <CategoriaSelect
            disabled={!mayEdit}
            {...campoOf(errors, 'categoriaId')}
            value={draft.categoriaId}
            onChange={(categoriaId) => change({ categoriaId })}
          />
          <Radio.Group
            label="Modo"
            {...campoOf(errors, 'modo')}
            value={draft.modo}
            onChange={(modo) => change({ modo: modo === 'durable' ? modo : 'memoria' })}
          >
            <Stack gap="xs" mt={6}>
              {MODOS.map(({ modo, label, summary }) => (
                <Radio key={modo} value={modo} label={label} description={summary} disabled={!mayEdit} />
              ))}
            </Stack>
          </Radio.Group>
          <NumberInput
            label="Concurrencia"
            description="Ejecuciones de la cola que llevan a la vez todos los motores juntos; las demás esperan. Vale al guardar."
            placeholder="Sin límite"
            min={1}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            readOnly={!mayEdit}
            {...campoOf(errors, 'concurrencia')}
            value={draft.concurrencia ?? ''}
            onChange={(value) => change({ concurrencia: value === '' ? null : Number(value) })}
          />
        </Stack>
      </FormHelp>
      <Block title="Recibe">
        <Entrada parametros={entradaOf(proceso.flujo)} />
      </Block>
      <Block title={nodos.length === 1 ? '1 nodo' : `${nodos.length.toLocaleString('es')} nodos`}>
        <Nodos nodos={nodos} />
      </Block>
    </Stack>
  )
}

function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Text fw={600} mb="sm">
        {title}
      </Text>
      {children}
    </Box>
  )
}

function Entrada({ parametros }: { parametros: readonly Parametro[] }) {
  if (parametros.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nada: su entrada no declara parámetros.
      </Text>
    )
  }
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Parámetro</Table.Th>
            <Table.Th>Tipo</Table.Th>
            <Table.Th>Descripción</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parametros.map(({ nombre, tipo, requerido, descripcion }) => (
            <Table.Tr key={nombre}>
              <Table.Td ff="monospace" fz={12}>
                {nombre}
              </Table.Td>
              <Table.Td>
                {tipo === undefined ? '–' : TIPO_DATO_LABELS[tipo]}
                {requerido && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    obligatorio
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{descripcion}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Of a large flujo the first ones; all of them stand in the document. */
const SHOWN_NODOS = 50

function Nodos({ nodos }: { nodos: readonly Nodo[] }) {
  const { data: tipos = [] } = useTiposServidor()
  return (
    <Table verticalSpacing={6}>
      <Table.Tbody>
        {nodos.slice(0, SHOWN_NODOS).map((nodo) => (
          <Table.Tr key={nodo.id}>
            <Table.Td w={32}>
              <TipoNodoIcon tipo={nodo.tipo} />
            </Table.Td>
            <Table.Td>
              {nodo.nombre}{' '}
              <Text span size="xs" c="dimmed" ff="monospace">
                {nodo.id}
              </Text>
            </Table.Td>
            <Table.Td c="dimmed">{describeNodo(nodo, tipos)}</Table.Td>
          </Table.Tr>
        ))}
        {nodos.length > SHOWN_NODOS && (
          <Table.Tr>
            <Table.Td colSpan={3} c="dimmed">
              Y {(nodos.length - SHOWN_NODOS).toLocaleString('es')} más.
            </Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  )
}

/** `PostgreSQL · Consulta SQL`, or what kind of node it is. */
function describeNodo(
  { tipo, tipoServidor, tipoObjeto, estadoHttp }: Nodo,
  tipos: readonly TipoServidor[],
): string {
  if (tipo === 'proceso') {
    const servidor = tipos.find((each) => each.tipoServidor === tipoServidor)
    const objeto = servidor?.objetos.find((each) => each.tipoObjeto === tipoObjeto)
    const parts = [servidor?.label ?? tipoServidor, objeto?.label ?? tipoObjeto]
    return parts.filter((part) => typeof part === 'string').join(' · ')
  }
  return tipo === 'salida' && typeof estadoHttp === 'number'
    ? `${TIPO_NODO_LOOKS[tipo].label} ${estadoHttp}`
    : TIPO_NODO_LOOKS[tipo].label
}
