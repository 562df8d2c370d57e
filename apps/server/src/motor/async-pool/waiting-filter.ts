/** Which of the runs that no worker has. */
export interface WaitingFilter {
  procesoId?: string | undefined
  canalId?: string | undefined
  version?: number | undefined
  origen?: string | undefined
  desde?: Date | undefined
  hasta?: Date | undefined
}
