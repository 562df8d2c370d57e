import type { CanalGuardado, EntornoGuardado, PeticionDePrueba } from '@div/contract'
import { PasswordInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { TokenField } from '../../shared/canales/token-field.tsx'
import { useCanal } from './test-client-api.ts'

const KINDS = [
  { value: 'ninguna', label: 'Ninguna' },
  { value: 'token', label: 'Token' },
  { value: 'basico', label: 'Usuario y contraseña' },
]

const ASKED: Readonly<Record<string, string>> = {
  publico: 'El canal es público: no pide ninguna.',
  token: 'El canal pide un token de acceso.',
  basico: 'El canal pide usuario y contraseña.',
  jwt: 'El canal pide un JWT de su emisor: va como token.',
  firma: 'El canal pide el sobre firmado: fírmelo fuera y péguelo en el cuerpo.',
}

/** Of a canal that lets nobody in without it; null: it asks for nothing, or which one it is is not known. */
export function whatIsAsked(canal: CanalGuardado | undefined): string | null {
  return canal === undefined || canal.acceso.tipo === 'publico' ? null : (ASKED[canal.acceso.tipo] ?? null)
}

interface AutenticacionTabProps {
  peticion: PeticionDePrueba
  /** Whose variables may stand in the place of what proves who calls. */
  entorno: EntornoGuardado | undefined
  onChange: (peticion: PeticionDePrueba) => void
}

/** Who calls. */
export function AutenticacionTab({ peticion, entorno, onChange }: AutenticacionTabProps) {
  const { autenticacion, destino } = peticion
  const { data: canal } = useCanal(destino.tipo === 'canal' ? destino.canalId : null)
  const put = (next: PeticionDePrueba['autenticacion']) => onChange({ ...peticion, autenticacion: next })

  const secretos = (entorno?.variables ?? [])
    .filter(({ secreto }) => secreto)
    .map(({ nombre }) => ({ value: `{{${nombre}}}`, label: nombre }))

  function choose(tipo: string) {
    if (tipo === 'token') put({ tipo, token: '' })
    else if (tipo === 'basico') put({ tipo, usuario: '', contrasena: '' })
    else put({ tipo: 'ninguna' })
  }

  return (
    <Stack gap="sm" maw={560}>
      <SegmentedControl
        aria-label="Autenticación"
        data={KINDS}
        value={autenticacion.tipo}
        onChange={choose}
        style={{ alignSelf: 'flex-start' }}
      />
      {canal && (
        <Text size="sm" c="dimmed">
          {ASKED[canal.acceso.tipo]}
        </Text>
      )}
      {autenticacion.tipo === 'token' && canal?.acceso.tipo === 'token' && (
        <TokenField
          key={canal.id}
          canal={canal}
          failed={null}
          value={autenticacion.token}
          onChange={(token) => put({ tipo: 'token', token })}
        />
      )}
      {autenticacion.tipo === 'token' && canal?.acceso.tipo !== 'token' && (
        <PasswordInput
          label="Token"
          description="Un token se muestra una sola vez: péguelo, o guárdelo como variable secreta y escriba {{token}}."
          autoComplete="off"
          value={autenticacion.token}
          onChange={({ currentTarget }) => put({ tipo: 'token', token: currentTarget.value })}
        />
      )}
      {autenticacion.tipo === 'token' && secretos.length > 0 && (
        <Select
          label="Tomarlo de una variable secreta"
          placeholder={`De «${entorno?.nombre}»`}
          data={secretos}
          value={secretos.find((each) => each.value === autenticacion.token)?.value ?? null}
          onChange={(token) => token !== null && put({ tipo: 'token', token })}
        />
      )}
      {autenticacion.tipo === 'basico' && (
        <>
          <TextInput
            label="Usuario"
            autoComplete="off"
            value={autenticacion.usuario}
            onChange={({ currentTarget }) => put({ ...autenticacion, usuario: currentTarget.value })}
          />
          <PasswordInput
            label="Contraseña"
            description="No se guarda con la petición: una variable secreta, como {{clave}}, sí."
            autoComplete="off"
            value={autenticacion.contrasena}
            onChange={({ currentTarget }) => put({ ...autenticacion, contrasena: currentTarget.value })}
          />
        </>
      )}
    </Stack>
  )
}
