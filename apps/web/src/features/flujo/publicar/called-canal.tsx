import type { CanalGuardado, RespuestaMostrada, TokenEmitido } from '@div/contract'
import { CopyValue, describeMs, readJson, SchemaForm } from '@div/ui'
import { Alert, Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { addressOf } from '../../../shared/address-of.ts'
import { callApi } from '../../../shared/api-client.ts'
import { describeError } from '../../../shared/api-error.ts'
import { addressOfCanal } from '../../../shared/canales/canal-address.ts'
import { curlOf } from '../../../shared/canales/curl.ts'
import { sampleCall } from '../../../shared/canales/sample-call.ts'
import { useCanalesBase } from '../../../shared/canales/use-canales-base.ts'
import { entradaOf, entradaSchema } from '../../../shared/entrada/entrada-schema.ts'
import { initialEntrada } from '../../../shared/entrada/initial-entrada.ts'
import { ReachLink } from '../../../shared/reach-link.tsx'
import { useCan } from '../../../shared/session.ts'
import { ValueBox } from '../../../shared/trace/trace.tsx'
import { useEditor } from '../store/use-editor.ts'
import type { Call } from './suggest-call.ts'

interface CalledCanalProps {
  canal: CanalGuardado
  call: Call
  version: number
  onClose: () => void
}

/** The address as it is called, to be copied and tried at once. */
export function CalledCanal({ canal, call: { metodo, ruta }, version, onClose }: CalledCanalProps) {
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const parametros = useMemo(() => entradaOf({ nodos }), [nodos])
  const [given, setGiven] = useState<Readonly<Record<string, unknown>>>(() => initialEntrada(parametros))
  const [token, setToken] = useState('')
  const base = useCanalesBase()
  const call = sampleCall(
    parametros.map((parametro) => ({ ...parametro, ejemplo: given[parametro.nombre] })),
    { metodo, ruta },
  )
  const address = base === undefined ? '' : addressOfCanal(base, canal)
  const whole = `${address}${call.path}`
  const isOpen = canal.acceso.tipo === 'publico' && metodo === 'GET'
  return (
    <Stack gap="md">
      <Text size="sm">
        La versión {version} responde en esta dirección, y responderá la que publique después.{' '}
        <ReachLink to={addressOf('canales', canal.id)} onClick={onClose}>
          Abrir el canal «{canal.nombre}»
        </ReachLink>
      </Text>
      <Group gap="sm">
        <Badge color="gray">{metodo}</Badge>
        {isOpen && (
          <Anchor href={whole} target="_blank" rel="noreferrer" size="sm">
            Abrir la dirección
          </Anchor>
        )}
      </Group>
      <CopyValue value={whole} noun="la dirección" />
      <CopyValue
        isBlock
        noun="el comando curl"
        value={curlOf({ address, metodo, acceso: canal.acceso.tipo, call })}
      />
      {parametros.length > 0 && (
        <SchemaForm
          schema={entradaSchema(parametros)}
          value={given}
          onChange={setGiven}
          errors={[]}
          root="entrada"
          columns={1}
        />
      )}
      {canal.acceso.tipo === 'token' && <TokenField canal={canal} value={token} onChange={setToken} />}
      <Trial canalId={canal.id} metodo={metodo} call={call} token={token} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
      </Group>
    </Stack>
  )
}

interface TokenFieldProps {
  canal: CanalGuardado
  value: string
  onChange: (token: string) => void
}

/** How long a token that is made here opens the canal. */
const TRIAL_DAYS = 30
const DAY_MS = 86_400_000

function TokenField({ canal: { id, nombre }, value, onChange }: TokenFieldProps) {
  const mayCreate = useCan('tokens.crear')
  const [failure, setFailure] = useState<string | null>(null)

  async function create() {
    const expiraEn = new Date(Date.now() + TRIAL_DAYS * DAY_MS).toISOString()
    const body = { nombre: `Pruebas de ${nombre}`, canales: [id], expiraEn }
    try {
      onChange((await callApi<TokenEmitido>('POST', 'tokens', { body })).token)
      setFailure(null)
    } catch (reason) {
      setFailure(describeError(reason))
    }
  }

  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <TextInput
        label="Token de acceso"
        description={value === '' ? undefined : 'Cópielo si lo va a usar fuera: no se vuelve a mostrar.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        flex={1}
        autoComplete="off"
        error={failure}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {mayCreate && value === '' && (
        <Button variant="default" onClick={() => void create()}>
          Crear uno para {TRIAL_DAYS} días
        </Button>
      )}
    </Group>
  )
}

interface TrialProps {
  canalId: string
  metodo: string
  call: ReturnType<typeof sampleCall>
  token: string
}

/** How long what was published may take to be known to every motor. */
const SPREAD_MS = 2_500
const PAUSE_MS = 250

function Trial({ canalId, metodo, call, token }: TrialProps) {
  const [began] = useState(Date.now)
  const [isRunning, setIsRunning] = useState(false)
  const [shown, setShown] = useState<RespuestaMostrada | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function run(event: FormEvent) {
    event.preventDefault()
    setIsRunning(true)
    setFailure(null)
    try {
      let answer = await ask()
      while (answer.estado === 404 && Date.now() - began < SPREAD_MS) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        answer = await ask()
      }
      setShown(answer)
    } catch (reason) {
      setShown(null)
      setFailure(describeError(reason))
    } finally {
      setIsRunning(false)
    }
  }

  function ask(): Promise<RespuestaMostrada> {
    const { path: ruta, headers, body } = call
    const cabeceras = {
      ...headers,
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return callApi('POST', 'test-cliente', {
      body: { canalId, ruta, metodo, cabeceras, ...(body !== undefined && { cuerpo: JSON.stringify(body) }) },
    })
  }

  return (
    <Stack gap="sm" component="section" aria-label="Prueba de la dirección">
      <Button
        loading={isRunning}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={run}
        style={{ alignSelf: 'flex-start' }}
      >
        Probar
      </Button>
      {failure && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      {shown && (
        <>
          <Group gap="sm" role="status">
            <Badge color={shown.estado < 400 ? 'green' : 'red'}>HTTP {shown.estado}</Badge>
            <Text size="sm" c="dimmed">
              {describeMs(shown.duracionMs)}
            </Text>
          </Group>
          <ValueBox title="Respuesta del canal" value={bodyOf(shown)} />
        </>
      )}
    </Stack>
  )
}

/** JSON as what it is; anything else as its text. */
function bodyOf({ cuerpo }: RespuestaMostrada): unknown {
  const { isValid, ...read } = readJson(cuerpo)
  return isValid && 'value' in read ? read.value : cuerpo
}
