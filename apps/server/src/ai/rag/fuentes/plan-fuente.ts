import type { CuentasDeFuente, TipoDeDocumento } from '@div/contract'

/** What the other side said of its state when it was read, to be asked by the next time. */
export interface Validadores {
  etag?: string
  modificado?: string
}

export interface Encontrado {
  /** By which it is known from one reading to the next. */
  clave: string
  nombre: string
  tipo: TipoDeDocumento
  bytes: Buffer
  huella: Buffer
  validadores?: Validadores
}

/** What a source was found to hold. */
export interface LecturaDeFuente {
  encontrados: readonly Encontrado[]
  /** There, and not read anew: unchanged, or out of reach just now. */
  presentes: readonly string[]
}

export interface Conocido {
  id: string
  clave: string
  huella: Buffer
}

export interface PlanDeFuente {
  crear: Encontrado[]
  cambiar: (Encontrado & { id: string })[]
  /** Their ids, as what they say has stayed. */
  quitar: string[]
  cuentas: CuentasDeFuente
}

/** How the documents of a source become what it holds now: by their content, and what is gone goes. */
export function planFuente(
  conocidos: readonly Conocido[],
  { encontrados, presentes }: LecturaDeFuente,
): PlanDeFuente {
  const known = new Map(conocidos.map((conocido) => [conocido.clave, conocido]))
  const plan: PlanDeFuente = {
    crear: [],
    cambiar: [],
    quitar: [],
    cuentas: { nuevos: 0, cambiados: 0, iguales: 0, quitados: 0 },
  }
  for (const encontrado of encontrados) {
    const before = known.get(encontrado.clave)
    known.delete(encontrado.clave)
    if (!before) plan.crear.push(encontrado)
    else if (!before.huella.equals(encontrado.huella)) plan.cambiar.push({ ...encontrado, id: before.id })
    else plan.cuentas.iguales++
  }
  for (const clave of presentes) if (known.delete(clave)) plan.cuentas.iguales++
  plan.quitar = [...known.values()].map(({ id }) => id)
  plan.cuentas.nuevos = plan.crear.length
  plan.cuentas.cambiados = plan.cambiar.length
  plan.cuentas.quitados = plan.quitar.length
  return plan
}
