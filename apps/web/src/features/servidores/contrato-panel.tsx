import { type ContratoDeTipo, type ContratoRevisado, orderFiles } from '@div/contract'
import { FileChooser, readTextFiles } from '@div/ui'
import { Alert, Anchor, Badge, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconFileUpload, IconRefresh } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { ApiError, describeError } from '../../shared/api-error.ts'
import { findPuerto } from './find-puerto.ts'
import { holds } from './holds.ts'
import { readContrato, type ServidorDraft, type ServidorForm } from './servidores-api.ts'

/** The contract of a foreign service: read it, from its address or from files, and see what of it changed. */
export function ContratoPanel({
  form,
  id,
  contrato: { label, campo, extensiones },
}: {
  form: ServidorForm
  id: string | null
  contrato: ContratoDeTipo
}) {
  const { draft, change } = form
  const [leido, setLeido] = useState<ContratoRevisado | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  // What is typed while it is read stays.
  const latest = useRef(draft)
  latest.current = draft

  /** `chosen`: what is set besides what the form holds. */
  async function read(chosen: ServidorDraft['config'] = {}) {
    setFailure(null)
    setLeido(null)
    setReading(true)
    try {
      const read = await readContrato({ ...draft, config: { ...draft.config, ...chosen } }, id)
      form.showErrors([])
      setLeido(read)
      change({ config: { ...latest.current.config, ...chosen, ...read.config } })
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.errores.length > 0) form.showErrors(refusal.errores)
      setFailure(describeError(refusal))
    } finally {
      setReading(false)
    }
  }

  async function upload(files: readonly File[]) {
    const documentos = await readTextFiles(files)
    if (typeof documentos === 'string') setFailure(documentos)
    else await read({ ...(campo && { [campo]: '' }), archivos: orderFiles(documentos) })
  }

  const choosePuerto = (servicio: string, puerto: string) =>
    change({
      config: {
        ...draft.config,
        servicio,
        puerto,
        direccionDelWsdl: leido?.puertos.find((each) => each.servicio === servicio && each.nombre === puerto)
          ?.direccion,
      },
    })

  return (
    <Paper p="lg" component="section" aria-label={label}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {label}
          </Title>
          <Group gap="xs">
            {extensiones && (
              <FileChooser multiple accept={extensiones.join(',')} onChoose={(files) => void upload(files)}>
                {(props) => (
                  <Button
                    {...props}
                    size="xs"
                    variant="default"
                    leftSection={<IconFileUpload size={14} aria-hidden />}
                    disabled={isReading}
                  >
                    Subir
                  </Button>
                )}
              </FileChooser>
            )}
            {campo !== undefined && (
              <Button
                size="xs"
                variant="light"
                leftSection={<IconRefresh size={14} aria-hidden />}
                onClick={() => void read()}
                loading={isReading}
              >
                Leer
              </Button>
            )}
          </Group>
        </Group>
        <div aria-live="polite">
          {failure !== null && (
            <Alert color="red" variant="light">
              {failure}
            </Alert>
          )}
          {leido === null && failure === null && !isReading && (
            <Text size="sm" c="dimmed">
              Al leerlo se conocen las operaciones del servicio. Si cambió desde que se guardó, aquí se dice
              qué procesos lo notan.
            </Text>
          )}
          {leido && (
            <Leido
              contrato={leido}
              onChoose={choosePuerto}
              config={draft.config}
              onConfigure={(chosen) => change({ config: { ...draft.config, ...chosen } })}
            />
          )}
        </div>
      </Stack>
    </Paper>
  )
}

interface LeidoProps {
  contrato: ContratoRevisado
  onChoose: (servicio: string, puerto: string) => void
  config: ServidorDraft['config']
  onConfigure: (chosen: ServidorDraft['config']) => void
}

function Leido({ contrato, onChoose, config, onConfigure }: LeidoProps) {
  const { puertos, opciones, resumen, avisos, cambios, afectados } = contrato
  const current = findPuerto(puertos, config)
  return (
    <Stack gap="sm">
      {puertos.map(({ servicio, nombre, version, operaciones }) => (
        <Group key={`${servicio} ${nombre}`} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm">{nombre}</Text>
            <Text size="xs" c="dimmed">
              {servicio} · SOAP {version} ·{' '}
              {operaciones.length === 1 ? '1 operación' : `${operaciones.length} operaciones`}
            </Text>
          </div>
          {servicio === current?.servicio && nombre === current.nombre ? (
            <Badge>Elegido</Badge>
          ) : (
            <Button size="compact-xs" variant="subtle" onClick={() => onChoose(servicio, nombre)}>
              Usar
            </Button>
          )}
        </Group>
      ))}
      {resumen !== undefined && <Text size="sm">{resumen}</Text>}
      {opciones.map(({ grupo, titulo, config: own }) => (
        <Group key={`${grupo} ${titulo}`} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {titulo}
            </Text>
            <Text size="xs" c="dimmed">
              {grupo}
            </Text>
          </div>
          {holds(config, own) ? (
            <Badge>Elegido</Badge>
          ) : (
            <Button size="compact-xs" variant="subtle" onClick={() => onConfigure(own)}>
              Usar
            </Button>
          )}
        </Group>
      ))}
      {cambios && <Cambios cambios={cambios} />}
      {afectados.length > 0 && (
        <Alert color="yellow" variant="light" title="Procesos que usan lo que cambió">
          <List size="sm">
            {afectados.map(({ id, nombre, detalle }) => (
              <List.Item key={id}>
                <Anchor component={Link} size="sm" to={addressOf('procesos', id)}>
                  {nombre}
                </Anchor>{' '}
                {detalle}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {avisos.length > 0 && (
        <Alert color="gray" variant="light" title="No se tomó">
          <List size="xs">
            {avisos.map((aviso) => (
              <List.Item key={aviso}>{aviso}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  )
}

function Cambios({ cambios }: { cambios: NonNullable<ContratoRevisado['cambios']> }) {
  const told = [
    ['Nuevas', cambios.agregadas],
    ['Cambian', cambios.cambiadas],
    ['Ya no están', cambios.quitadas],
  ] as const
  const any = told.filter(([, operaciones]) => operaciones.length > 0)
  if (any.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Dice lo mismo que lo guardado.
      </Text>
    )
  return (
    <>
      {any.map(([label, operaciones]) => (
        <Text key={label} size="sm">
          <b>{label}:</b> {operaciones.join(', ')}
        </Text>
      ))}
      <Diferencias diferencias={cambios.diferencias} />
    </>
  )
}

/** What changed in each operation, where its fields tell. */
function Diferencias({ diferencias }: Pick<NonNullable<ContratoRevisado['cambios']>, 'diferencias'>) {
  const told = Object.entries(diferencias).filter(([, each]) => each.length > 0)
  if (told.length === 0) return null
  return (
    <List size="xs" listStyleType="none">
      {told.map(([operacion, each]) => (
        <List.Item key={operacion} style={{ overflowWrap: 'anywhere' }}>
          <b>{operacion}</b>
          {each.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </List.Item>
      ))}
    </List>
  )
}
