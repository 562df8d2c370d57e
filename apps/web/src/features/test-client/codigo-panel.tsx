import type { EntornoGuardado, PeticionDePrueba } from '@div/contract'
import { CopyValue } from '@div/ui'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { addressOfCanal } from '../../shared/canales/canal-address.ts'
import { useCanalesBase } from '../../shared/canales/use-canales-base.ts'
import { hasTipo } from './codigo/flatten-cuerpo.ts'
import { LENGUAJES, type Lenguaje, writeCode } from './codigo/lenguajes.ts'
import { toSolicitudHttp } from './codigo/solicitud-http.ts'
import { openValues } from './peticion-draft.ts'
import { useCanal } from './test-client-api.ts'

interface CodigoPanelProps {
  peticion: PeticionDePrueba
  entorno: EntornoGuardado | undefined
}

/** The call as a program. */
export function CodigoPanel({ peticion, entorno }: CodigoPanelProps) {
  const [lenguaje, setLenguaje] = useState<Lenguaje>('curl')
  const base = useCanalesBase()
  const { destino } = peticion
  const { data: canal } = useCanal(destino.tipo === 'canal' ? destino.canalId : null)
  if (destino.tipo === 'canal' && (!canal || base === undefined)) {
    return (
      <Text size="sm" c="dimmed">
        Elija primero el canal.
      </Text>
    )
  }
  const address = canal && base !== undefined ? addressOfCanal(base, canal) : ''
  const solicitud = toSolicitudHttp(peticion, { address, valores: openValues(entorno) })
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Lenguaje"
        size="xs"
        data={LENGUAJES.map(({ value, label }) => ({ value, label }))}
        value={lenguaje}
        onChange={(chosen) => setLenguaje(LENGUAJES.find(({ value }) => value === chosen)?.value ?? 'curl')}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <CopyValue isBlock value={writeCode(lenguaje, solicitud)} noun="el código" />
      <Text size="xs" c="dimmed">
        Lo escrito en «Autenticación» va dentro; los valores secretos del entorno quedan como {'{{nombre}}'}.
        {solicitud.campos?.some(({ archivo }) => archivo !== undefined) &&
          ' Los archivos se leen de la carpeta en la que se ejecuta.'}
        {solicitud.cuerpo !== null &&
          !hasTipo(solicitud.cabeceras) &&
          ' Sin cabecera Content-Type, Python y PHP ponen por su cuenta la de un formulario.'}
      </Text>
    </Stack>
  )
}
