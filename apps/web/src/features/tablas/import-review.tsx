import type { Importacion, TablaGuardada } from '@div/contract'
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { showCell } from './cell-text.ts'
import classes from './importar-page.module.css'
import type { ImportOptions } from './tablas-api.ts'

interface ImportReviewProps {
  tabla: TablaGuardada
  review: Importacion
  modo: ImportOptions['modo']
  isBusy: boolean
  onWrite: () => void
}

/** What would be written and what would not, before anything is. */
export function ImportReview({ tabla: { columnas }, review, modo, isBusy, onWrite }: ImportReviewProps) {
  const { filas, cantidadErrores, errores, muestra = [] } = review
  return (
    <>
      <Alert
        color={cantidadErrores > 0 ? 'yellow' : 'green'}
        variant="light"
        icon={cantidadErrores > 0 ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}
        title={
          cantidadErrores === 0
            ? `${countFilas(filas)} sin errores`
            : `${countFilas(filas)} sin errores y ${countErrores(cantidadErrores)}`
        }
      >
        <Text size="sm">
          {modo === 'reemplazar'
            ? 'Las filas que hay ahora se eliminan y quedan solo las del archivo.'
            : 'Se agregan después de las que hay.'}
          {cantidadErrores > 0 && ' Las filas con errores se dejan fuera.'}
        </Text>
        <Group mt="sm">
          <Button size="xs" disabled={filas === 0} loading={isBusy} onClick={onWrite}>
            Importar {countFilas(filas)}
          </Button>
        </Group>
      </Alert>
      {errores.length > 0 && (
        <section aria-label="Errores">
          <Text fw={600} mb={4}>
            Errores
          </Text>
          <Table.ScrollContainer minWidth={420} mah={320} type="native">
            <Table verticalSpacing={4} stickyHeader withTableBorder className={classes.table ?? ''}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={80}>Fila</Table.Th>
                  <Table.Th w={200}>Columna</Table.Th>
                  <Table.Th>Qué pasa</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {errores.map(({ campo, fila, columna, mensaje }) => (
                  <Table.Tr key={`${campo}/${mensaje}`}>
                    <Table.Td>{fila.toLocaleString('es')}</Table.Td>
                    <Table.Td>{columna}</Table.Td>
                    <Table.Td>{mensaje}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {cantidadErrores > errores.length && (
            <Text size="sm" c="dimmed" mt={4}>
              Se muestran los primeros {errores.length.toLocaleString('es')} de{' '}
              {cantidadErrores.toLocaleString('es')}.
            </Text>
          )}
        </section>
      )}
      {muestra.length > 0 && (
        <section aria-label="Primeras filas">
          <Text fw={600} mb={4}>
            Primeras filas
          </Text>
          <Table.ScrollContainer minWidth={columnas.length * 120} type="native">
            <Table verticalSpacing={4} withTableBorder className={classes.table ?? ''}>
              <Table.Thead>
                <Table.Tr>
                  {columnas.map(({ nombre }) => (
                    <Table.Th key={nombre}>{nombre}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {muestra.map((fila, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: these rows have no id yet, and never change.
                  <Table.Tr key={index}>
                    {columnas.map(({ nombre, tipo }) => (
                      <Table.Td key={nombre}>{showCell(fila[nombre], tipo)}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </section>
      )}
    </>
  )
}

export function countFilas(count: number): string {
  return count === 1 ? '1 fila' : `${count.toLocaleString('es')} filas`
}

function countErrores(count: number): string {
  return count === 1 ? '1 error' : `${count.toLocaleString('es')} errores`
}
