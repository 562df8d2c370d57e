import { ExpresionFallida } from '@div/contract'

export function failFormula(motivo: string): never {
  throw new ExpresionFallida({ motivo })
}
