import type { CanalGuardado, Parametro, RespuestaMostrada } from '@div/contract'
import { CopyValue, describeMs, readJson, SchemaForm } from '@div/ui'
import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { addressOf } from '../../../shared/address-of.ts'
import { callApi } from '../../../shared/api-client.ts'
import { describeError } from '../../../shared/api-error.ts'
import { addressOfCanal } from '../../../shared/canales/canal-address.ts'
import { curlOf } from '../../../shared/canales/curl.ts'
import { type SampleCall, sampleCall } from '../../../shared/canales/sample-call.ts'
import { type ToCall, testAddressOf } from '../../../shared/canales/test-address.ts'
import { TokenField } from '../../../shared/canales/token-field.tsx'
import { useCanalesBase } from '../../../shared/canales/use-canales-base.ts'
import { entradaOf, entradaSchema } from '../../../shared/entrada/entrada-schema.ts'
import { initialEntrada } from '../../../shared/entrada/initial-entrada.ts'
import { ReachLink } from '../../../shared/reach-link.tsx'
import { ValueBox } from '../../../shared/trace/trace.tsx'
import { useEditor } from '../store/use-editor.ts'
import type { Call, RestCall } from './suggest-call.ts'

interface CalledCanalProps {
  canal: CanalGuardado
  call: Call
  version: number
  /** That was made with the canal; empty: none was. */
  token: string
  /** Why it was not, though it was wanted. */
  tokenFailure: string | null
  onClose: () => void
}

/** The address as it is called, to be copied and, of REST, tried at once. */
export function CalledCanal({ call, ...props }: CalledCanalProps) {
  return 'operacion' in call ? (
    <CalledSoap {...props} operacion={call.operacion} />
  ) : (
    <CalledRest {...props} call={call} />
  )
}

type CommonProps = Omit<CalledCanalProps, 'call'>

/** Callers of SOAP make what they call with from its WSDL. */
function CalledSoap({ operacion, ...props }: CommonProps & { operacion: string }) {
  const { canal, version, tokenFailure, onClose } = props
  const [token, setToken] = useState(props.token)
  const base = useCanalesBase()
  const address = base === undefined ? '' : addressOfCanal(base, canal)
  return (
    <Stack gap="md">
      <Answering canal={canal} version={version} token={token} operacion={operacion} onClose={onClose} />
      <Group gap="sm">
        <Badge color="gray">SOAP</Badge>
        <Text size="sm" ff="monospace">
          {operacion}
        </Text>
        <Anchor href={`${address}?wsdl`} target="_blank" rel="noreferrer" size="sm">
          Abrir el WSDL
        </Anchor>
      </Group>
      <CopyValue value={address} noun="la dirección" />
      <CopyValue value={`${address}?wsdl`} noun="la dirección del WSDL" />
      {canal.acceso.tipo === 'token' && (
        <TokenField canal={canal} failed={tokenFailure} value={token} onChange={setToken} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
      </Group>
    </Stack>
  )
}

interface AnsweringProps extends Pick<CommonProps, 'canal' | 'version' | 'token' | 'onClose'> {
  operacion: string
}

function Answering({ canal, version, token, operacion, onClose }: AnsweringProps) {
  const toCall: ToCall | null = token === '' ? null : { token }
  return (
    <Text size="sm">
      La versión {version} responde en esta dirección, y responderá la que publique después.{' '}
      <ReachLink to={addressOf('canales', canal.id)} onClick={onClose}>
        Abrir el canal «{canal.nombre}»
      </ReachLink>{' '}
      <ReachLink to={testAddressOf(canal.id, operacion)} state={toCall} onClick={onClose}>
        Abrir en el Cliente de Pruebas
      </ReachLink>
    </Text>
  )
}

function CalledRest(props: CommonProps & { call: RestCall }) {
  const {
    canal,
    call: { metodo, ruta },
    version,
    tokenFailure,
    onClose,
  } = props
  const nodos = useEditor(({ history }) => history.flujo.nodos)
  const parametros = useMemo(() => entradaOf({ nodos }), [nodos])
  const [given, setGiven] = useState<Readonly<Record<string, unknown>>>(() => initialEntrada(parametros))
  const [token, setToken] = useState(props.token)
  const base = useCanalesBase()
  const missing = parametros.filter((each) => isMissing(each, given)).map(({ nombre }) => nombre)
  const call = callOf(parametros, { given, missing, call: { metodo, ruta } })
  const address = base === undefined ? '' : addressOfCanal(base, canal)
  const whole = `${address}${call.path}`
  const isOpen = canal.acceso.tipo === 'publico' && metodo === 'GET' && missing.length === 0
  return (
    <Stack gap="md">
      <Answering
        canal={canal}
        version={version}
        token={token}
        operacion={`${metodo} ${ruta}`}
        onClose={onClose}
      />
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
        value={withToken(curlOf({ address, metodo, acceso: canal.acceso.tipo, call }), token)}
      />
      {parametros.length > 0 && (
        <SchemaForm
          schema={entradaSchema(parametros)}
          value={given}
          onChange={setGiven}
          errors={[]}
          root="entrada"
          columns={1}
          help="/documentacion/primer-canal#5-llamar"
        />
      )}
      {canal.acceso.tipo === 'token' && (
        <TokenField canal={canal} failed={tokenFailure} value={token} onChange={setToken} />
      )}
      <Trial canalId={canal.id} metodo={metodo} call={call} token={token} missing={missing} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
      </Group>
    </Stack>
  )
}

/** Ready to be run, once there is a token. */
const withToken = (curl: string, token: string) => (token === '' ? curl : curl.replace('<token>', token))

/** Nothing stands in for what only the caller knows. */
function isMissing(
  { nombre, requerido = false, defecto }: Parametro,
  given: Readonly<Record<string, unknown>>,
): boolean {
  const value = given[nombre]
  return requerido && defecto === undefined && (value === undefined || value === null || value === '')
}

interface CallOptions {
  given: Readonly<Record<string, unknown>>
  missing: readonly string[]
  call: RestCall
}

/** With what was given; what is missing stands there by its name in braces. */
function callOf(parametros: readonly Parametro[], { given, missing, call }: CallOptions): SampleCall {
  const filled = parametros.map((parametro) => {
    const { nombre } = parametro
    return { ...parametro, ejemplo: missing.includes(nombre) ? `{${nombre}}` : given[nombre] }
  })
  const made = sampleCall(filled, call)
  return missing.length === 0
    ? made
    : { ...made, path: made.path.replaceAll('%7B', '{').replaceAll('%7D', '}') }
}

interface TrialProps {
  canalId: string
  metodo: string
  call: SampleCall
  token: string
  /** What the caller has not been given yet. */
  missing: readonly string[]
}

/** How long what was published may take to be known to every motor. */
const SPREAD_MS = 2_500
const PAUSE_MS = 250

function Trial({ canalId, metodo, call, token, missing }: TrialProps) {
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
      while (isUnknownRoute(answer) && Date.now() - began < SPREAD_MS) {
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
        disabled={missing.length > 0}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={run}
        style={{ alignSelf: 'flex-start' }}
      >
        Probar
      </Button>
      {missing.length > 0 && (
        <Text size="sm" c="dimmed">
          Para probarla, dé antes un valor a {missing.map((nombre) => `«${nombre}»`).join(', ')}.
        </Text>
      )}
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
          <ValueBox title="Respuesta del canal" value={bodyOf(shown)} isWhole />
        </>
      )}
    </Stack>
  )
}

/** No motor has run anything for it: a 404 that the proceso itself answers comes with its run, and is what it answers. */
function isUnknownRoute({ estado, cabeceras }: RespuestaMostrada): boolean {
  return estado === 404 && cabeceras['x-ejecucion-id'] === undefined
}

/** JSON as what it is; anything else as its text. */
function bodyOf({ cuerpo }: RespuestaMostrada): unknown {
  const { isValid, ...read } = readJson(cuerpo)
  return isValid && 'value' in read ? read.value : cuerpo
}
