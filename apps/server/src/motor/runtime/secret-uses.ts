/** Whose secrets a process has begun to use. */
export interface SecretoEnUso {
  recurso: 'servidores' | 'canales' | 'alertas'
  id: string
  nombre: string
}

export type TellUse = (use: SecretoEnUso) => void

/** Tells of a secret at its first use in this process, and again once it is another. */
export function createSecretUses(tell: TellUse): (use: SecretoEnUso, secreto: string) => void {
  const told = new Map<string, string>()
  return (use, secreto) => {
    if (told.get(use.id) === secreto) return
    told.set(use.id, secreto)
    tell(use)
  }
}
