import type { EstadoToken, TokenGuardado } from '@div/contract'

const DAY_MS = 86_400_000

/** Whether it opens anything, and whether that will soon end. */
export function stateOfToken(
  { expiraEn, revocadoEn }: Pick<TokenGuardado, 'expiraEn' | 'revocadoEn'>,
  { now, warningDays }: { now: number; warningDays: number },
): EstadoToken {
  if (revocadoEn !== null) return 'revocado'
  if (expiraEn === null) return 'vigente'
  const left = Date.parse(expiraEn) - now
  if (left <= 0) return 'vencido'
  return left <= warningDays * DAY_MS ? 'porVencer' : 'vigente'
}

export const EXPIRIES = [
  { value: '30', label: '30 días' },
  { value: '90', label: '90 días' },
  { value: '365', label: '1 año' },
  { value: 'nunca', label: 'Nunca' },
  { value: 'otra', label: 'Otra' },
] as const

/** When a token that is made now ends. Of `otra`, the date itself is asked for; until then it is that of a month. */
export function expiryOf(choice: string, now: number): string | null {
  if (choice === 'nunca') return null
  const days = choice === 'otra' ? 30 : Number(choice)
  return new Date(now + days * DAY_MS).toISOString()
}

/** What a token opens, in one line. */
export function describeCanales(canales: TokenGuardado['canales']): string {
  if (canales === 'todos') return 'Todos'
  if (canales.length === 0) return 'Ninguno'
  return canales.length === 1 ? '1 canal' : `${canales.length} canales`
}
