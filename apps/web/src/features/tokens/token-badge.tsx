import { ESTADOS_TOKEN, type TokenGuardado } from '@div/contract'
import { Badge } from '@mantine/core'
import { IconBan, IconCheck, IconClockExclamation, IconClockX } from '@tabler/icons-react'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import { useNow } from '../../shared/use-now.ts'
import { stateOfToken } from './token-state.ts'

const STATES = {
  vigente: { label: 'Vigente', color: 'green', icon: IconCheck },
  porVencer: { label: 'Por vencer', color: 'yellow', icon: IconClockExclamation },
  vencido: { label: 'Vencido', color: 'red', icon: IconClockX },
  revocado: { label: 'Revocado', color: 'gray', icon: IconBan },
} as const

export const ESTADO_OPTIONS = ESTADOS_TOKEN.map((value) => ({ value, label: STATES[value].label }))

/** As long as the server has not said how early it warns. */
const WARNING_DAYS = 7
const MINUTE_MS = 60_000

export function TokenBadge({ token }: { token: TokenGuardado }) {
  const now = useNow(MINUTE_MS)
  const warningDays = useConfiguracion().data?.avisoTokensDias ?? WARNING_DAYS
  const { label, color, icon: Icon } = STATES[stateOfToken(token, { now, warningDays })]
  return (
    <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
      {label}
    </Badge>
  )
}
