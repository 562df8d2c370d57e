import type { Asercion, PeticionDePrueba, RespuestaMostrada } from '@div/contract'
import { CopyIcon, describeMs, EmptyState, readJson } from '@div/ui'
import {
  Alert,
  Badge,
  Button,
  Group,
  Loader,
  Paper,
  Progress,
  Skeleton,
  Stack,
  Table,
  Tabs,
  Text,
  Title,
} from '@mantine/core'
import { IconAlertTriangle, IconApi, IconCheck, IconDownload, IconSend, IconX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ValueViewer } from '../../shared/datos/value-viewer.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
import { ReachLink } from '../../shared/reach-link.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { useCan } from '../../shared/session.ts'
import { checkAserciones } from './check-aserciones.ts'
import { describeNothing } from './describe-nothing.ts'
import { indentXml } from './indent-xml.ts'
import { Seguimiento } from './seguimiento.tsx'
import classes from './test-client.module.css'
import { useHasCanales } from './test-client-api.ts'
import type { Outcome } from './use-tester.ts'

/** Comes with the functions that read XML. */
const XmlAnswer = lazy(() => import('./xml-answer.tsx'))

/** Characters of an answer that are drawn as text; all of it can be copied and saved. */
const SHOWN = 200_000

type Destino = PeticionDePrueba['destino']

interface AnswerPanelProps {
  destino: Destino
  outcome: Outcome
  aserciones: readonly Asercion[]
}

/** What came back. */
export function AnswerPanel({ destino, outcome, aserciones }: AnswerPanelProps) {
  return (
    <Paper component="section" aria-label="Respuesta" p="lg">
      {outcome.tipo === 'nada' && <NoAnswer tipo={destino.tipo} />}
      {outcome.tipo === 'enviando' && (
        <Group gap="sm" role="status">
          <Loader size="sm" /> <Text size="sm">Enviando…</Text>
        </Group>
      )}
      {outcome.tipo === 'fallo' && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={outcome.titulo}
        >
          {outcome.mensaje}
        </Alert>
      )}
      {outcome.tipo === 'respuesta' && <Answer respuesta={outcome.respuesta} aserciones={aserciones} />}
    </Paper>
  )
}

function NoAnswer({ tipo }: Pick<Destino, 'tipo'>) {
  const hasCanales = useHasCanales()
  const mayCreate = useCan('canales.crear')
  const { title, text, leadsToCanal } = describeNothing({ tipo, hasCanales, mayCreate })
  return (
    <EmptyState
      icon={leadsToCanal ? IconApi : IconSend}
      title={title}
      text={text}
      action={
        <>
          {leadsToCanal && <CreateButton to="/canales/config/new">Crear canal</CreateButton>}
          <GuiaLink to="/documentacion/cliente-de-pruebas">el Cliente de Pruebas</GuiaLink>
        </>
      }
    />
  )
}

interface AnswerProps {
  respuesta: RespuestaMostrada
  aserciones: readonly Asercion[]
}

function Answer({ respuesta, aserciones }: AnswerProps) {
  const { estado, cabeceras, duracionMs, bytes, idEjecucion } = respuesta
  const accepted = acceptedRun(respuesta)
  const run = accepted ?? idEjecucion
  const checked = checkAserciones(aserciones, respuesta)
  return (
    <Stack gap="md">
      <Group gap="md" role="status">
        <Title order={2} size="h4">
          Respuesta
        </Title>
        <Badge color={colorOf(estado)} size="lg">
          HTTP {estado}
        </Badge>
        <Text size="sm" c="dimmed">
          {describeMs(duracionMs)} · {bytes.toLocaleString('es')} bytes
        </Text>
        {checked.length > 0 && (
          <Badge color={checked.every(({ cumple }) => cumple) ? 'green' : 'red'} variant="light">
            {checked.filter(({ cumple }) => cumple).length} de {checked.length} comprobaciones
          </Badge>
        )}
        {run !== null && <ReachLink to={`/ejecuciones/${run}`}>Ver la traza</ReachLink>}
      </Group>
      {accepted !== null && <Seguimiento id={accepted} />}
      {checked.length > 0 && (
        <Stack gap={4}>
          {checked.map(({ cumple, mensaje }) => (
            <Group key={mensaje} gap={6} wrap="nowrap" align="flex-start">
              {cumple ? (
                <IconCheck size={16} color="var(--mantine-color-green-6)" role="img" aria-label="Se cumple" />
              ) : (
                <IconX size={16} color="var(--mantine-color-red-6)" role="img" aria-label="No se cumple" />
              )}
              <Text size="sm">{mensaje}</Text>
            </Group>
          ))}
        </Stack>
      )}
      <Tabs defaultValue="cuerpo" keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          <Tabs.Tab value="cuerpo">Datos</Tabs.Tab>
          <Tabs.Tab value="texto">Texto</Tabs.Tab>
          <Tabs.Tab value="cabeceras">Cabeceras ({Object.keys(cabeceras).length})</Tabs.Tab>
          <Tabs.Tab value="tiempos">Tiempos</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="cuerpo" pt="md">
          <Body respuesta={respuesta} />
        </Tabs.Panel>
        <Tabs.Panel value="texto" pt="md">
          <RawBody respuesta={respuesta} />
        </Tabs.Panel>
        <Tabs.Panel value="cabeceras" pt="md">
          <Table fz="sm" verticalSpacing={4}>
            <Table.Tbody>
              {Object.entries(cabeceras).map(([nombre, valor]) => (
                <Table.Tr key={nombre}>
                  <Table.Th scope="row">{nombre}</Table.Th>
                  <Table.Td className={classes.cell}>{valor}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Tabs.Panel>
        <Tabs.Panel value="tiempos" pt="md">
          <Times respuesta={respuesta} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

/** Of an asynchronous canal: what it accepted. */
function acceptedRun({ estado, cuerpo }: RespuestaMostrada): string | null {
  if (estado !== 202) return null
  const read = readJson(cuerpo)
  const value = read.isValid && 'value' in read ? read.value : null
  if (typeof value !== 'object' || value === null || !('idEjecucion' in value)) return null
  return typeof value.idEjecucion === 'string' ? value.idEjecucion : null
}

function colorOf(estado: number): string {
  if (estado >= 500) return 'red'
  return estado >= 400 ? 'orange' : 'green'
}

function Body({ respuesta }: { respuesta: RespuestaMostrada }) {
  const { cuerpo } = respuesta
  if (cuerpo === '') {
    return (
      <Text size="sm" c="dimmed">
        La respuesta no trae cuerpo.
      </Text>
    )
  }
  const read = readJson(cuerpo)
  if (read.isValid && 'value' in read) return <ValueViewer title="Cuerpo" value={read.value} />
  const raw = <RawBody respuesta={respuesta} />
  if (!isXml(respuesta)) return raw
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <XmlAnswer text={cuerpo} otherwise={raw} />
    </Suspense>
  )
}

function isXml({ cabeceras, codificacion }: RespuestaMostrada): boolean {
  return codificacion === 'texto' && /\bxml\b/i.test(cabeceras['content-type'] ?? '')
}

function RawBody({ respuesta: { cuerpo, codificacion, bytes } }: { respuesta: RespuestaMostrada }) {
  const isText = codificacion === 'texto'
  const save = () =>
    saveFile(
      'respuesta',
      new Blob([isText ? cuerpo : Uint8Array.from(atob(cuerpo), (each) => each.charCodeAt(0))]),
    )
  const shown = isText ? indentXml(cuerpo) : ''
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm" c="dimmed" flex={1}>
          {isText ? '' : `No es texto: ${bytes.toLocaleString('es')} bytes.`}
          {shown.length > SHOWN && `Se muestra el comienzo: ${SHOWN.toLocaleString('es')} caracteres.`}
        </Text>
        {isText && <CopyIcon value={cuerpo} noun="la respuesta" />}
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={save}
        >
          Descargar
        </Button>
      </Group>
      {isText && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys too
        <section aria-label="Texto de la respuesta" tabIndex={0}>
          <pre className={classes.raw}>{shown.slice(0, SHOWN)}</pre>
        </section>
      )}
    </Stack>
  )
}

function Times({ respuesta: { conexionMs, primerByteMs, duracionMs } }: { respuesta: RespuestaMostrada }) {
  const parts = [
    { label: 'Conexión', value: conexionMs, color: 'gray' },
    { label: 'Primer byte', value: primerByteMs, color: 'teal' },
    { label: 'Descarga', value: Math.max(0, duracionMs - conexionMs - primerByteMs), color: 'blue' },
  ]
  return (
    <Stack gap="sm" maw={560}>
      <Progress.Root size={16} aria-hidden>
        {parts.map(({ label, value, color }) => (
          <Progress.Section key={label} value={(value / Math.max(duracionMs, 0.001)) * 100} color={color} />
        ))}
      </Progress.Root>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Tbody>
          {[...parts, { label: 'Total', value: duracionMs, color: '' }].map(({ label, value }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>{describeMs(value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
