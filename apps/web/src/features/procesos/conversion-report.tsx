import { type Conversion, type LineaDeInforme, VEREDICTOS, type Veredicto } from '@div/contract'
import { Anchor, Group, List, SegmentedControl, Stack, Table, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTipoLabel } from '../../shared/servidores/use-tipos-servidor.ts'

const LOOKS = {
  tomado: { label: 'Tomado', color: 'green', Icon: IconCheck },
  aproximado: { label: 'Aproximado', color: 'yellow', Icon: IconAlertTriangle },
  noTomado: { label: 'No tomado', color: 'red', Icon: IconX },
} as const satisfies Record<Veredicto, object>

const NAMES = { n8n: 'n8n', 'node-red': 'Node-RED' } as const
const ALL = 'todos'

/** What became of every node of another tool's flow, and what has to be made for it. */
export function ConversionReport({ conversion }: { conversion: Conversion }) {
  const [shown, setShown] = useState<string>(ALL)
  const labelOf = useTipoLabel()
  const { formato, informe, faltantes } = conversion
  const countOf = (veredicto: Veredicto) => informe.filter((line) => line.veredicto === veredicto).length
  const lines = informe.filter(({ veredicto }) => shown === ALL || veredicto === shown)
  return (
    <Stack gap="sm" component="section" aria-label="Informe de la conversión">
      <div>
        <Text size="sm" fw={500}>
          Flujo de {NAMES[formato]}
        </Text>
        <Text size="sm" c="dimmed">
          Lo que no se toma queda como nota en el dibujo.{' '}
          <Anchor component={Link} to="/documentacion/traer-flujos" target="_blank" size="sm">
            Qué se toma
          </Anchor>
        </Text>
      </div>
      <SegmentedControl
        size="xs"
        aria-label="Mostrar"
        value={shown}
        onChange={setShown}
        data={[
          { value: ALL, label: `Todos ${informe.length}` },
          ...VEREDICTOS.map((veredicto) => ({
            value: veredicto,
            label: `${LOOKS[veredicto].label} ${countOf(veredicto)}`,
          })),
        ]}
      />
      {/* As long as it is: the panel around it scrolls. */}
      <Table verticalSpacing="xs" horizontalSpacing={4} layout="fixed">
        <Table.Tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names of foreign nodes repeat, and the report of a conversion never changes
            <ReportRow key={index} line={line} />
          ))}
        </Table.Tbody>
      </Table>
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          Ninguno.
        </Text>
      )}
      {faltantes.length > 0 && (
        <div>
          <Text size="sm" fw={500}>
            Lo que llama
          </Text>
          <List size="sm" spacing={4}>
            {faltantes.map(({ recurso, nombre, tipoServidor, detalle }) => (
              <List.Item key={`${recurso} ${tipoServidor ?? ''} ${nombre}`}>
                {nombre}
                {tipoServidor !== undefined && ` (${labelOf(tipoServidor)})`}
                <Text span size="sm" c="dimmed">
                  {' · '}
                  {detalle}
                </Text>
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}

function ReportRow({ line: { nodo, tipo, veredicto, mensaje, destino } }: { line: LineaDeInforme }) {
  const { label, color, Icon } = LOOKS[veredicto]
  return (
    <Table.Tr>
      <Table.Td w={32} valign="top">
        <ThemeIcon variant="light" color={color} size="sm" role="img" aria-label={label} title={label}>
          <Icon size={14} aria-hidden />
        </ThemeIcon>
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="wrap">
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {nodo}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {tipo}
          </Text>
        </Group>
        <Text size="sm">{mensaje}</Text>
        {destino !== undefined && destino !== nodo && (
          <Text size="xs" c="dimmed">
            Es: {destino}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
