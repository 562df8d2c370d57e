import type { Limits } from '@div/contract'
import type { Connection } from '../define-servidor.ts'
import type { InternoPorts } from './interno-ports.ts'

export interface InternoConnection extends Connection {
  readonly ports: InternoPorts
  readonly limits: Limits
}
